// 简体中文: what is said and read at a table of Poker in ordinary Rounds. It comes with the first table of that game.

/** @type {Record<string, string>} */
export const words = {
  // names of commands
  Declare: "声明",
  "Muck hand": "盖牌",
  "Show hand": "亮牌",
  // whole phrases
  call: "跟注",
  "muck the hand": "盖牌",
  "show the hand": "亮牌",
  // names of games, and how a table is
  Poker: "扑克",
  // sitting down
  "Seat {number}": "{number} 号座位",
  Min: "最小",
  // the felt
  Pot: "底池",
  Side: "边池",
  "seats {seats}": "座位 {seats}",
  "Pre-flop": "翻牌前",
  Showdown: "摊牌",
  Folded: "已弃牌",
  "has the button": "持有庄钮",
  "Small blind": "小盲",
  "Big blind": "大盲",
  "owes {amount}": "欠 {amount}",
  "all in": "全下",
  "Two pair": "两对",
  "Three of a kind": "三条",
  "Full house": "葫芦",
  "Four of a kind": "四条",
  "Straight flush": "同花顺",
  "Royal flush": "皇家同花顺",
  // for whoever listens
  "cards of seat {number}": "{number} 号座位的牌",
  "bet of seat {number}": "{number} 号座位的注",
  "Seats, clockwise from the dealer’s left": "座位，从荷官左侧顺时针",
  // the dock
  "{amount} to call": "跟注需 {amount}",
  Call: "跟注",
  "Raise to": "加注到",
  "All in": "全下",
  Show: "亮牌",
  "Add chips": "加筹码",
  "Check / fold": "过牌 / 弃牌",
  "Call any": "全部跟注",
  "Post blinds by themselves": "自动下盲注",
  "½ pot": "½ 池",
  "¾ pot": "¾ 池",
  Less: "减少",
  More: "增加",
  "{label} by slider": "用滑块{label}",
  "Post small blind": "下小盲",
  "Post big blind": "下大盲",
  // the side panel
  "Sit out": "暂离",
  // what the house says in whole sentences
  "The Round is settled": "本局结算完毕",
  "the Pot": "底池",
  folds: "弃牌",
  checks: "过牌",
  "does not show": "不亮牌",
  "Main Pot": "主池",
};

/** @type {[RegExp, string][]} */
export const phrases = [
  [/^raise to (\S+)$/i, "加注到 $1"],
  [/^bet (\S+)$/i, "下注 $1"],
  [/^say (.+)$/i, "声明：$1"],
  [/^leave the seat (.+)$/i, "离开座位"],
  // areas with several wagers, and those who stand behind
  [
    /^Place your Blind Bets, please\. Button at (\d+), Small Blind (\w+), Big Blind (\w+)$/,
    "请下盲注。庄钮 $1 号，小盲 $2，大盲 $3",
  ],
  [
    /^Place your Blind Bets, please\. Button at (\d+), no Small Blind, Big Blind (\w+)$/,
    "请下盲注。庄钮 $1 号，无小盲，大盲 $2",
  ],
  [/^(.+) posts the Small Blind, (.+)$/, "$1 下小盲 $2"],
  [/^(.+) posts the Big Blind, (.+)$/, "$1 下大盲 $2"],
  [/^(.+) pays to join: (.+) as a bet, (.+) dead$/, "$1 付费加入：$2 为注，$3 为死钱"],
  [/^(.+) pays missed blinds: (.+) as a bet, (.+) dead$/, "$1 补盲注：$2 为注，$3 为死钱"],
  [/^calls (.+)$/, "跟注 $1"],
  [/^bets (.+)$/, "下注 $1"],
  [/^raises to (.+)$/, "加注到 $1"],
  [/^The Game Marker shows SHOWDOWN; (.+) shows first$/, "标记翻到摊牌；$1 先亮牌"],
  [/^(.+) shows (.+): (.+)$/, "$1 亮 $2：$3"],
  [/^(.+) does not show$/, "$1 不亮牌"],
  [/^(Main Pot|Side Pot \d+|Pot) of (.+?), rake (.+?): (.+)$/, "$1 $2，抽水 $3：$4"],
  [/^(.+?) wins (\$?[\d,.]*\d)(?:, | and )(.+)$/, "$1 赢 $2，$3"],
  [/^(.+) wins (\S+)$/, "$1 赢 $2"],
  [/^(.+) takes back (\S+) that nobody called$/, "$1 取回无人跟的 $2"],
  [/^(.+) folds$/, "$1 弃牌"],
  [/^(.+) leaves seat (\d+) with (.+)$/, "$1 离开 $2 号座位，带走 $3"],
  [/^(.+) checks$/, "$1 过牌"],
  [/^(.+) calls (\S+)$/, "$1 跟注 $2"],
  [/^(.+) bets (\S+)$/, "$1 下注 $2"],
  [/^(.+) raises to (\S+)$/, "$1 加注到 $2"],
  [/^(.+) is all-in for (.+), which is no Raise$/, "$1 全下 $2，不算加注"],
  [/^Side Pot (\d+)$/, "边池 $1"],
  [/^seat (\d+)$/i, "$1 号座位"],
];
