// A hand of each kind that a pay line is about, to be recognised across the room.

/** @type {Record<string, string>} */
const HANDS = {
  royal_flush: "Th Jh Qh Kh Ah",
  straight_flush: "5h 6h 7h 8h 9h",
  four_of_a_kind: "9s 9h 9c 9d Ks",
  full_house: "Qs Qh Qd 4c 4s",
  flush: "2d 6d 9d Jd Kd",
  straight: "7c 8d 9s Th Js",
  aces_both: "As Ah Ac Ad",
  aces: "As Ad",
  ace_king_suited: "As Ks",
  ace_queen_or_jack_suited: "Ah Jh",
  ace_king_unsuited: "As Kd",
  high_pair: "Qs Qh",
  ace_queen_or_jack_unsuited: "Ac Qd",
  low_pair: "7d 7c",
  blackjack: "As Kd",
  pair: "8s 8h",
  insurance: "Ah Kc",
  cards_3: "6c 9h Ks",
  cards_4: "2c 4h 9s Jd",
  cards_5: "2c 3h 4s 6d 9c",
  cards_6: "2c 2h 3s 4d 5c 8h",
  cards_7: "2c 2h 2s 3d 3c 4h Ts",
};

/** @param {string} key of a pay line @returns {string[]} */
export function sample(key) {
  return HANDS[key]?.split(" ") ?? [];
}
