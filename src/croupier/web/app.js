// Where the pages are: the code of each is pages/<room>/<name>.js, and <name> is its element. The last import starts the floor.
import {ahead, here, route} from "./core/router.js";

route("/", "lobby-page", "Lobby", ["desk", "play", "pages", "staff"]);
route("/table/:id", "table-page", "Table", ["play", "play-wide"]);
route("/table/:id/deal", "staff/dealer-page", "Dealer console");
route("/pit", "staff/pit-page", "Pit console");
route("/pit/table/:id", "staff/pit-table-page", "Pit: table");
route("/pit/link/:id", "staff/pit-link-page", "Pit: jackpot link");
route("/pit/staff", "staff/staff-page", "Staff");
route("/pit/handover", "staff/handover-page", "Hand-over");
route("/cashier", "staff/cashier-page", "Cashier");
route("/cage", "staff/cage-page", "Cage");
route("/slip/:number", "staff/slip-page", "Slip");
route("/people", "staff/people-page", "People");
route("/reports", "staff/reports-page", "Reports");
route("/reports/hold", "staff/hold-page", "Hold and expectation");
route("/rounds", "learning/rounds-page", "Rounds");
route("/round/:id", "learning/round-page", "Round");
route("/rules", "learning/rules-page", "Rules");
route("/rules/:edition", "learning/edition-page", "Rule book");
route("/rules/:edition/changes/:other", "learning/changes-page", "What changed");
route("/lab/:edition", "learning/lab-page", "Lab");
route("/jackpot/:id", "jackpot-page", "Jackpot");
route("/account", "account-page", "Your account");
route("/limits", "limits-page", "Your limits");
route("/sign-in", "sign-in-page", "Sign in");
route("/invitation/:token", "sign-in-page", "Welcome");
route("/learn", "learning/learn-page", "Learn");
route("/position", "learning/position-page", "From a position", [
  "desk",
  "play",
  "log",
  "play-wide",
  "pages",
  "felt-watched",
  "shapes",
]);

ahead(here().page);
await import("./elements/floor-app.js");
