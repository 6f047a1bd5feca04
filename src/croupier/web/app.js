// Where the pages are: the code of each is pages/<name>.js. The last import starts the floor.
import {ahead, here, route} from "./core/router.js";

route("/", "lobby-page", "Lobby", ["desk", "play", "pages", "staff"]);
route("/table/:id", "table-page", "Table", ["play", "play-wide"]);
route("/table/:id/deal", "dealer-page", "Dealer console");
route("/pit", "pit-page", "Pit console");
route("/pit/table/:id", "pit-table-page", "Pit: table");
route("/pit/link/:id", "pit-link-page", "Pit: jackpot link");
route("/pit/staff", "staff-page", "Staff");
route("/pit/handover", "handover-page", "Hand-over");
route("/cashier", "cashier-page", "Cashier");
route("/cage", "cage-page", "Cage");
route("/slip/:number", "slip-page", "Slip");
route("/people", "people-page", "People");
route("/reports", "reports-page", "Reports");
route("/reports/hold", "hold-page", "Hold and expectation");
route("/rounds", "rounds-page", "Rounds");
route("/round/:id", "round-page", "Round");
route("/rules", "rules-page", "Rules");
route("/rules/:edition", "edition-page", "Rule book");
route("/rules/:edition/changes/:other", "changes-page", "What changed");
route("/lab/:edition", "lab-page", "Lab");
route("/jackpot/:id", "jackpot-page", "Jackpot");
route("/account", "account-page", "Your account");
route("/limits", "limits-page", "Your limits");
route("/sign-in", "sign-in-page", "Sign in");
route("/invitation/:token", "sign-in-page", "Welcome");
route("/learn", "learn-page", "Learn");
route("/position", "position-page", "From a position", [
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
