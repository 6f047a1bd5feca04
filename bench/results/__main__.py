from bench.results import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
