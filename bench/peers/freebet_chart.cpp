// Free Bet Blackjack by a chart, as one would write it in C++: a race for `croupier simulate`, start to end.
//
// freebet_chart CHART DECKS ROUNDS prints how often each bet ended each way, a line for a bet and in the order of
// `Counts` in simulating/simulate.py. CHART holds the decisions as bytes, in the order of the struct below.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Chart {
    uint8_t hit[2][2][22][10], twice[2][2][22][10], surrender[2][22][10], split[2][10][10];
};
enum { DOUBLE = 2, FREE = 3 };  // how a cell of `twice` doubles

static uint64_t s[4] = {0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D};

static inline uint64_t next() {  // xoshiro256++, which the compiled Python has too
    const uint64_t sum = s[0] + s[3], word = (sum << 23 | sum >> 41) + s[0], t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return word;
}

struct Hand {
    int total = 0, soft = 0;
    void add(int value) {  // 0 is an ace, 9 any card of ten points
        total += value + 1;
        if (value == 0 && total <= 11) total += 10, soft = 1;
        if (total > 21 && soft) total -= 10, soft = 0;
    }
};
struct Played {
    int total, stake, marked;
};

static Chart chart;
static std::vector<uint8_t> shoe;
static size_t dealt;

static inline int deal() {  // a random one of the cards not dealt yet
    const size_t to = dealt + (size_t)(((next() >> 16) * (shoe.size() - dealt)) >> 48);
    std::swap(shoe[dealt], shoe[to]);
    return shoe[dealt++];
}
static inline int value(int rank) { return rank < 9 ? rank : 9; }

static int draw(Hand &hand, int part, int first) {  // by the chart; how it was doubled, if it was
    const int twice = chart.twice[part][hand.soft][hand.total][first];
    if (hand.total < 21 && twice) return hand.add(value(deal())), twice;
    while (hand.total < 21 && chart.hit[part][hand.soft][hand.total][first]) hand.add(value(deal()));
    return 0;
}

static int split(int one, int first, std::vector<Played> &hands) {  // markers used
    const int pair = value(one), marked = pair == 9 ? 0 : 1;
    int waiting[8] = {marked, 0}, left = 2, formed = 2, used = marked;
    while (left) {
        const int part = waiting[--left], second = value(deal());
        if (second == pair && pair && formed < 4 && chart.split[part][pair][first]) {
            waiting[left++] = marked, waiting[left++] = part, formed++, used += marked;
            continue;
        }
        Hand hand;
        hand.add(pair), hand.add(second);
        const int how = pair ? draw(hand, part, first) : 0;
        const bool is_first = hands.empty();
        hands.push_back({hand.total, (is_first || !part) + (how == DOUBLE), part + (how == FREE)});
        used += how == FREE;
    }
    return used;
}

int main(int count, char **given) {
    FILE *file = count == 4 ? fopen(given[1], "rb") : nullptr;
    if (!file || fread(&chart, sizeof chart, 1, file) != 1) return 2;
    for (int rank = 0; rank < 13; rank++) shoe.insert(shoe.end(), 4 * atoi(given[2]), (uint8_t)rank);
    enum { NET = 8, BLACKJACK = 17, SURRENDERED = 19 };
    long long wagers[20] = {}, pairs[2] = {}, markers[8] = {}, busted[16] = {}, insurance[3] = {};
    std::vector<Played> hands;
    for (long long rounds = atoll(given[3]); rounds; rounds--) {
        dealt = 0, hands.clear();
        const int one = deal(), first = value(deal()), other = deal();
        Hand hand;
        hand.add(value(one)), hand.add(value(other));
        const bool natural = hand.total == 21;
        bool given_up = false;
        int used = 0, cards = 2, net = 0;
        if (natural) {
        } else if (value(one) == value(other) && chart.split[0][value(one)][first]) {
            used = split(one, first, hands);
        } else if (chart.surrender[hand.soft][hand.total][first]) {
            given_up = true;
        } else {
            const int how = draw(hand, 0, first);
            hands.push_back({hand.total, 1 + (how == DOUBLE), how == FREE});
            used = how == FREE;
        }
        Hand dealer;
        dealer.add(first), dealer.add(value(deal()));
        const bool blackjack = dealer.total == 21;
        for (; dealer.total <= 16 || (dealer.soft && dealer.total <= 17); cards++) dealer.add(value(deal()));
        for (size_t at = 0; at < hands.size(); at++) {
            const Played &own = hands[at];
            if (own.total > 21) net -= own.stake;
            else if (blackjack) net -= at == 0;
            else if (dealer.total == 22 || dealer.total == own.total) continue;
            else if (dealer.total > 21 || dealer.total < own.total) net += own.stake + own.marked;
            else net -= own.stake;
        }
        wagers[natural && !blackjack ? BLACKJACK : given_up ? SURRENDERED : NET + net]++;
        pairs[one == other]++, markers[used]++, busted[dealer.total > 21 ? cards : 0]++;
        insurance[first ? 0 : 1 + blackjack]++;
    }
    const std::pair<const long long *, int> bets[] = {{wagers, 20}, {pairs, 2}, {markers, 8}, {busted, 16}, {insurance, 3}};
    for (const auto &[counts, ways] : bets) {
        for (int way = 0; way < ways; way++) printf("%lld ", counts[way]);
        printf("\n");
    }
}
