// The evaluator in C++, as fast as we know how to write one: a race for the compiled Python.
//
// A card is sixteen bytes, added in one instruction: the key whose sum leads into the tables, and beside it
// the card's place among its suit, so that a flush needs no second look at the cards. That is how OMPEval
// (Zekyll, MIT licence) holds its hands; the text is our own, and so are the tables, which the caller gives.

#include <cstddef>
#include <cstdint>

typedef long long Card __attribute__((vector_size(16)));

extern "C" void values_of_seven(const uint8_t *__restrict hands, uint16_t *__restrict out, size_t count,
                                const Card *__restrict cards, const uint32_t *__restrict stretches,
                                const uint16_t *__restrict places, const uint16_t *__restrict by_ranks,
                                const uint16_t *__restrict by_suited) {
    for (size_t row = 0; row < count; row++, hands += 7) {
        Card sum = cards[hands[0]] + cards[hands[1]] + cards[hands[2]] + cards[hands[3]] + cards[hands[4]] +
                   cards[hands[5]] + cards[hands[6]];
        uint64_t total = (uint64_t)sum[0] + 0x3333;
        uint64_t flush = total & 0x8888;
        if (__builtin_expect(flush != 0, 0)) {
            unsigned suit = __builtin_ctzll(flush) / 4;
            out[row] = by_suited[(uint64_t)sum[1] >> (16 * suit) & 0x1fff];
        } else {
            out[row] = by_ranks[stretches[total >> 16 & 0x3fff] + places[total >> 30]];
        }
    }
}
