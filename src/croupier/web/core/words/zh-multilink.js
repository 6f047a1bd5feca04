// 简体中文: what is said and read at a table of Multi-Link in ordinary Rounds. It comes with the first table of that game.

/** @type {Record<string, string>} */
export const words = {
  // names of commands
  "Finish betting": "下注完毕",
  "Look at hand": "看牌",
  "Withdraw bets": "取回下注",
  "Place ante": "下底注",
  "Place bonus": "下奖励注",
  "Place flop": "下翻牌注",
  "Place turn": "下转牌注",
  "Place river": "下河牌注",
  "Place progressive": "下累积奖金注",
  // sitting down
  "Box {number}": "{number} 号位",
  // the felt
  Folded: "已弃牌",
  Ante: "底注",
  Bonus: "奖励",
  "Multi-Link": "多联",
  "Two pair": "两对",
  "Three of a kind": "三条",
  "Full house": "葫芦",
  "Four of a kind": "四条",
  "Straight flush": "同花顺",
  "Royal flush": "皇家同花顺",
  // for whoever listens
  "none at this table": "本桌未联网",
  "no dealer’s hand yet": "庄家尚无牌",
  "hole cards of box {number}": "{number} 号位的底牌",
  "Betting boxes, clockwise from the dealer’s left": "下注位，从荷官左侧顺时针",
  // the dock
  "Look at cards": "看牌",
  "Bet flop": "翻牌下注",
  "Bet turn": "转牌下注",
  "Bet river": "河牌下注",
  "Your bets": "您的注",
  // what the house says in whole sentences
  "The hands are shown": "亮牌",
  ante: "底注",
  bonus: "奖励注",
  progressive: "累积奖金注",
};

/** @type {[RegExp, string][]} */
export const phrases = [
  [/^ante (\S+) on box (\d+)$/i, "在 $2 号位下底注 $1"],
  [/^bonus (\S+) on box (\d+)$/i, "在 $2 号位下奖励注 $1"],
  [/^(flop|turn|river) bet on box (\d+)$/i, "$2 号位$1下注"],
  [/^withdraw the bets on box (\d+)$/i, "取回 $1 号位的下注"],
  [/^(fold|check) box (\d+)$/i, "$2 号位$1"],
  [/^look at box (\d+)$/i, "看 $1 号位的牌"],
  // areas with several wagers, and those who stand behind
  [/^(.+) may look at one hand only and plays the others without viewing them$/, "$1 只能看一手牌，其余各手盲打"],
  [/^Bets on box (\d+) go back$/, "$1 号位的下注退回"],
  [/^(.+) bets (\S+) on the (\w+) of box (\d+)$/, "$1 在 $4 号位下 $3 $2"],
  [/^Box (\d+) bets (\S+) on the (\w+)$/, "$1 号位下 $3 $2"],
  [/^Box (\d+) folds$/, "$1 号位弃牌"],
  [/^Box (\d+) checks$/, "$1 号位过牌"],
  [/^Box (\d+), folded: (.+) taken$/, "$1 号位已弃牌：收 $2"],
  [/^Box (\d+), (.+): (\S+) taken$/, "$1 号位，$2：收 $3"],
  [/^Box (\d+), (.+): (\S+) paid$/, "$1 号位，$2：付 $3"],
  [/^Box (\d+), (.+): (\S+) taken, (\S+) paid$/, "$1 号位，$2：收 $3，付 $4"],
  [/^Box (\d+), (.+)$/, "$1 号位，$2"],
  [/^(.+) has no more to bet$/, "$1 下注完毕"],
  [/^(.+) looks at the hand of box (\d+)$/, "$1 看 $2 号位的牌"],
  [/^The (flop|turn|river) lies face down$/, "$1面朝下"],
  [/^Box (\d+) is paid (\S+) by the jackpot$/, "$1 号位获累积奖金 $2"],
  [/^(.+) leaves the table with (.+)$/, "$1 离开，带走 $2"],
  [/^The display shows (.+)$/, "显示屏：$1"],
  [/^The Dealer has (.+): (.+)$/, "庄家 $1：$2"],
];
