"""Files with faults: each is told with its file and entry, all at once. And the example of docs/adding-a-board.md."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from eclisse.boards import load
from eclisse.boards.errors import InvalidFile
from eclisse.boards.load import load_board
from eclisse.boards.model import Look
from eclisse.catalogue.compile import board_record, rules_record
from eclisse.catalogue.find import find_game, with_modules
from eclisse.catalogue.knobs import FILE_KNOBS
from eclisse.catalogue.load import GAME_KEYS, load_game
from eclisse.faults import MOST_FAULTS, fault
from eclisse.vocabulary import worded

DOC = Path(__file__).parents[2] / "docs" / "adding-a-board.md"
BOARD, GAME, WORDS = re.findall(r"```toml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
FIRST_ROUTE = 'cities = ["arden", "belmont"]\nlength = 2\ncolour = "red"\n'
EXIT = '[[cities]]\nid = "{0}"\nname = "Abroad"\nlat = 45.0\nlon = 6.0\ncountry = "{1}"\n'


@pytest.fixture
def faults_of(tmp_path):
    """Writes a board with one piece of text replaced, and answers its faults."""

    def faults(old, new, text=BOARD):
        assert old in text
        (tmp_path / "my.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(InvalidFile) as caught:
            load_board(tmp_path / "my.toml")
        assert str(caught.value) == "\n".join(map(str, caught.value.faults))
        assert all(one.file == str(tmp_path / "my.toml") for one in caught.value.faults)
        return [replace(one, file="") for one in caught.value.faults]

    return faults


@pytest.fixture
def game_faults(tmp_path):
    """Writes the board and a game with one piece of text replaced, and answers the game's faults."""

    def faults(old, new):
        assert old in GAME
        (tmp_path / "lakes.toml").write_text(BOARD, encoding="utf-8")
        (tmp_path / "my.toml").write_text(GAME.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(InvalidFile) as caught:
            load_game(tmp_path / "my.toml")
        return [replace(one, file="") for one in caught.value.faults]

    return faults


def is_among(expected, found):
    """Whether a fault is among those found; lists of what would be right are left to the texts."""
    return any(
        (one.code, one.where) == (expected.code, expected.where) and expected.params.items() <= one.params.items()
        for one in found
    )


def test_the_example_of_the_documentation_loads(tmp_path):
    (tmp_path / "lakes.toml").write_text(BOARD, encoding="utf-8")
    (tmp_path / "lakes-express.toml").write_text(GAME, encoding="utf-8")
    board = load_board(tmp_path / "lakes.toml")
    assert [route.id for route in board.routes][:2] == ["arden--belmont", "arden--belmont.2"]
    assert board.look == Look(order=99, ground="countries", graticule=5)
    alone = find_game(str(tmp_path / "lakes.toml"))
    assert (alone.id, alone.knobs.max_seats, alone.knobs.deal) == ("lakes", 2, 3)
    game = find_game(tmp_path / "lakes-express.toml")
    assert (game.id, game.knobs.max_seats, game.knobs.longest) == ("lakes-express", 3, 10)
    assert rules_record(game)[0].globetrotter == 5
    assert board_record(game)[0].n_tickets == 6
    assert with_modules(game, ["warehouses"]).knobs.depots == 5


def test_the_documentation_lists_every_key():
    text = DOC.read_text(encoding="utf-8")
    keys = (
        *load.BOARD_KEYS,
        *load.MAP_KEYS,
        *load.CITY_KEYS,
        *load.ROUTE_KEYS,
        *load.TICKET_KEYS,
        *GAME_KEYS[:-1],
        *FILE_KNOBS,
    )
    assert [key for key in keys if f"`{key}`" not in text] == []


def test_the_other_spelling_of_colour_is_read(tmp_path):
    (tmp_path / "my.toml").write_text(BOARD.replace("colour =", "color ="), encoding="utf-8")
    assert load_board(tmp_path / "my.toml").routes[0].colour == "red"


ROUTE = "routes[1] (arden--belmont)"
TICKET = "tickets[1] (arden--belmont)"
FIRST_TICKET = 'cities = ["arden", "belmont"]\npoints = 2\n'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            FIRST_ROUTE,
            FIRST_ROUTE.replace("arden", "nowhere"),
            fault("unknown-city", "routes[1] (belmont--nowhere)", name="nowhere"),
        ),
        (
            FIRST_ROUTE,
            FIRST_ROUTE.replace("arden", "ardne"),
            (fault("unknown-city", "routes[1] (ardne--belmont)", name="ardne", nearest="arden")),
        ),
        (
            FIRST_ROUTE,
            FIRST_ROUTE.replace("arden", "belmont"),
            fault("same-ends", "routes[1] (belmont--belmont)", city="belmont"),
        ),
        (
            "[[cities]]",
            "[map]\norder = 0\n[[cities]]",
            fault("number-expected", "map.order", low=1, high=99, value="0"),
        ),
        ("[[cities]]", '[map]\nground = "sea"\n[[cities]]', fault("choice-expected", "map.ground", value='"sea"')),
        ("[[cities]]", "[map]\ngraticule = 0\n[[cities]]", fault("real-expected", "map.graticule", value="0")),
        ("[[cities]]", "[map]\ntint = 1\n[[cities]]", fault("unexpected-key", "map", key="tint")),
        ("length = 2", "length = -2", fault("number-expected", f"{ROUTE}.length", low=1, high=9, value="-2")),
        ("length = 2", "length = 0", fault("number-expected", f"{ROUTE}.length", low=1, high=9, value="0")),
        ("length = 2", "length = 10", fault("number-expected", f"{ROUTE}.length", low=1, high=9, value="10")),
        ("length = 2", 'length = "2"', fault("number-expected", f"{ROUTE}.length", low=1, high=9, value='"2"')),
        ("length = 2", "length = true", fault("number-expected", f"{ROUTE}.length", low=1, high=9, value="true")),
        ("length = 2\n", "", fault("number-expected", f"{ROUTE}.length", low=1, high=9)),
        (
            'colour = "red"',
            'colour = "reed"',
            (
                fault(
                    "choice-expected",
                    f"{ROUTE}.colour",
                    choices=["pink", "blue", "orange", "white", "green", "yellow", "black", "red", "gray"],
                    nearest="red",
                    value='"reed"',
                )
            ),
        ),
        (
            "locomotives = 1",
            "locomotives = 5",
            fault("too-many-locomotives", "routes[3] (arden--corvin).locomotives", locomotives=5, length=4),
        ),
        ("tunnel = true", "tunnel = 1", fault("flag-expected", "routes[4] (belmont--dornach).tunnel", value="1")),
        (
            'id = "belmont"',
            'id = "arden"',
            fault("id-used-twice", "cities (arden)", id="arden", times=2),
        ),
        (
            'id = "belmont"',
            'id = "Bel Mont"',
            (fault("id-expected", "cities[2] (Bel Mont).id", value='"Bel Mont"')),
        ),
        ("lat = 46.1", "lat = 146.1", fault("real-expected", "cities[1] (arden).lat", low=-90, high=90, value="146.1")),
        ("lat = 46.1", "lat = nan", fault("real-expected", "cities[1] (arden).lat", low=-90, high=90, value="NaN")),
        (
            FIRST_TICKET,
            FIRST_TICKET.replace("arden", "belmont"),
            fault("same-ends", "tickets[1] (belmont--belmont)", city="belmont"),
        ),
        (
            FIRST_TICKET,
            FIRST_TICKET.replace("arden", "nowhere"),
            fault("unknown-city", "tickets[1] (belmont--nowhere)", name="nowhere"),
        ),
        ("points = 2", "points = 0", fault("number-expected", f"{TICKET}.points", low=1, high=100, value="0")),
        ("points = 2", "points = 2\nsets = []", fault("texts-expected", f"{TICKET}.sets", value="[]")),
        (
            "points = 2",
            "ponits = 2",
            (
                fault(
                    "unexpected-key",
                    TICKET,
                    key="ponits",
                    known=["cities", "from", "to", "points", "long", "sets"],
                    nearest="points",
                )
            ),
        ),
        (
            'provenance = "verified"',
            'provenance = "sure"',
            fault(
                "choice-expected",
                "board.provenance",
                choices=["verified", "unverified", "reconstruction"],
                value='"sure"',
            ),
        ),
        (
            'provenance = "verified"',
            "scoring = { 1 = 1, 2 = 2 }",
            fault("lengths-without-points", "board.scoring", lengths=[3, 4]),
        ),
        (
            "tunnel = true",
            "subway = true",
            fault("lengths-without-points", "board.subway_scoring", lengths=[3]),
        ),
        (
            'provenance = "verified"',
            'provenance = "verified"\n[provenance]\nextra = "verified"',
            fault("set-without-tickets", "provenance", set="extra", sets=["base"]),
        ),
        (
            "[board]",
            "[bord]",
            fault(
                "unexpected-key",
                key="bord",
                known=["board", "map", "provenance", "cities", "routes", "tickets"],
                nearest="board",
            ),
        ),
        ("[board]", "[bord]", fault("table-expected", "board")),
        (
            FIRST_ROUTE,
            f"{FIRST_ROUTE}[[routes]]\n{FIRST_ROUTE}",
            fault("too-many-tracks", "routes (arden--belmont)", tracks=3),
        ),
        (
            "[[routes]]",
            '[[cities]]\nid = "elm"\nname = "Elm"\nlat = 46.0\nlon = 7.0\n[[routes]]',
            fault("not-connected", "routes", start="arden", cities=["elm"]),
        ),
        (
            "[[routes]]",
            EXIT.format("abroad-1", "abroad")
            + '[[routes]]\ncities = ["arden", "abroad-1"]\nlength = 1\ncolour = "red"\n'
            + '[[routes]]\ncities = ["belmont", "abroad-1"]\nlength = 1\ncolour = "red"\n[[routes]]',
            fault("exit-in-between", "cities (abroad-1)", cities=["arden", "belmont"]),
        ),
        (
            FIRST_TICKET,
            'from = "arden"\nto = { abroad = 3 }\n',
            fault("unknown-country", "tickets[1] (arden).to", name="abroad", countries=[]),
        ),
    ],
)
def test_a_fault_is_told(faults_of, old, new, expected):
    assert is_among(expected, faults_of(old, new))


def test_a_fault_in_english(tmp_path):
    (tmp_path / "my.toml").write_text(BOARD.replace("length = 2", "length = 20", 1), encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_board(tmp_path / "my.toml")
    where = f"{tmp_path / 'my.toml'}: routes[1] (arden--belmont).length"
    assert str(caught.value) == f"{where}: expected a whole number from 1 to 9, not 20"


def test_a_missing_city_key_is_told(faults_of):
    assert fault("text-expected", "cities[1] (arden).name") in faults_of('name = "Arden"\n', "")


def test_a_board_without_routes_or_tickets_is_told(faults_of):
    head = BOARD[: BOARD.index("[[routes]]")]
    found = faults_of("[board]", "[board]", head)
    assert fault("entries-expected", "routes", key="routes") in found
    assert fault("entries-expected", "tickets", key="tickets") in found


def test_too_much_for_the_records_is_told(faults_of):
    cities = "".join(f'[[cities]]\nid = "c{n}"\nname = "C"\nlat = 1\nlon = 1\n' for n in range(61))
    assert fault("too-many-entries", "cities", size=65, most=64) in faults_of("[[routes]]", f"{cities}[[routes]]")
    tickets = f"[[tickets]]\n{FIRST_TICKET}" * 123
    assert fault("too-many-entries", "tickets", size=129, most=128) in faults_of("[[tickets]]", f"{tickets}[[tickets]]")
    routes = f"[[routes]]\n{FIRST_ROUTE}" * 124
    assert fault("too-many-entries", "routes", size=129, most=128) in faults_of("[[routes]]", f"{routes}[[routes]]")
    exits = "".join(EXIT.format(f"x{n}", f"land{n}") for n in range(9))
    assert fault("too-many-entries", "countries", size=9, most=8) in faults_of("[[routes]]", f"{exits}[[routes]]")


def test_all_faults_are_told_at_once(faults_of):
    bad = FIRST_ROUTE.replace("arden", "nowhere").replace("2", "12").replace("red", "mauve")
    found = faults_of(FIRST_ROUTE, bad, BOARD.replace("points = 5", "points = -5"))
    route = "routes[1] (belmont--nowhere)"
    places = [f"{route}.length", f"{route}.colour", route, "tickets[3] (arden--dornach).points"]
    assert [one.where for one in found] == places


def test_a_great_many_faults_are_counted_and_cost_little(faults_of):
    wrong = "".join(f"nonsense_{n} = 1\n" for n in range(5000))
    found = faults_of("[board]\n", f"[board]\n{wrong}")
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == fault("more-faults", more=5000 - MOST_FAULTS)


def test_one_fault_is_told_once(faults_of):
    assert len(faults_of("length = 2", "length = 99")) == 1
    assert len(faults_of("length = 4", "length = 99")) == 1
    assert len(faults_of('cities = ["corvin", "dornach"]', 'cities = ["corvin", "nowhere"]')) == 1


def test_a_syntax_error_is_told_with_its_line(faults_of):
    (found,) = faults_of('id = "lakes"', "id = lakes")
    assert found.code == "not-toml"
    assert "line 2, column 6" in str(found)


def test_a_file_that_is_not_utf_8_is_told(tmp_path):
    (tmp_path / "my.toml").write_bytes(b"[board]\nname = '\xe9'\n")
    with pytest.raises(InvalidFile, match=r"my\.toml: line 2 is not UTF-8"):
        load_board(tmp_path / "my.toml")


def test_a_file_without_end_is_told(tmp_path):
    (tmp_path / "my.toml").symlink_to("/dev/zero")
    with pytest.raises(InvalidFile, match="the file is too large; expected at most 1000000 bytes"):
        load_board(tmp_path / "my.toml")


def test_a_number_without_end_is_told(faults_of):
    assert [one.code for one in faults_of("length = 2", "length = " + "9" * 5000)] == ["not-toml"]


def test_a_name_that_is_no_text_is_told(tmp_path):
    for name in ("\ud800.toml", "a\0b.toml"):
        with pytest.raises(InvalidFile, match="there is no such file") as caught:
            load_board(tmp_path / name)
        assert str(caught.value).encode()


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(InvalidFile, match=r"none\.toml: there is no such file"):
        load_board(tmp_path / "none.toml")
    with pytest.raises(InvalidFile, match="cannot be read"):
        load_board(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            '"lakes.toml"',
            '"usaa"',
            (
                fault(
                    "unknown-board",
                    "board",
                    name="usaa",
                    boards=["berlin", "europe", "india", "switzerland", "usa"],
                    nearest="usa",
                )
            ),
        ),
        ('"lakes.toml"', '"ponds.toml"', fault("no-such-file")),
        (
            "[rules]",
            'tickets = ["bass"]\n[rules]',
            fault("set-without-tickets", "tickets", set="bass", sets=["base"], nearest="base"),
        ),
        (
            "[rules]",
            'ticket_values = "points_1910"\n[rules]',
            fault("choice-expected", "ticket_values", nearest="points", value='"points_1910"'),
        ),
        ("max_seats = 3", "max_seats = 6", fault("number-expected", "rules.max_seats", low=2, high=5, value="6")),
        (
            "max_seats = 3",
            "min_seats = 4\nmax_seats = 3",
            fault("seats-reversed", "rules.min_seats", min_seats=4, max_seats=3),
        ),
        ("deal = 2", "deal = 7", fault("number-expected", "rules.deal", low=0, high=6, value="7")),
        ("deal = 2", "deal = 3", fault("too-few-tickets", "rules.deal", dealt=3, tickets=6, needed=9, seats=3)),
        (
            "deal = 2",
            "deal_long = 1",
            fault("too-few-tickets", "rules.deal_long", dealt=1, tickets=0, needed=3, seats=3),
        ),
        (
            "deal = 2",
            "deal = 4\ndeal_long = 3",
            fault("offer-too-large", "rules.deal", dealt=7, most=6),
        ),
        ("keep = 1", "keep = 3", fault("keep-above-dealt", "rules.keep", keep=3, dealt=2)),
        ("keep = 1", "draw_keep = 4", fault("keep-above-dealt", "rules.draw_keep", keep=4, dealt=3)),
        ("keep = 1", "kep = 1", fault("unexpected-key", "rules", key="kep", nearest="keep")),
        (
            "keep = 1",
            'unkept_play = "shuffled-bottom"',
            fault("choice-expected", "rules.unkept_play", value='"shuffled-bottom"'),
        ),
        ("keep = 1", "cards = { red = 12 }", fault("colour-without-cards", "rules.cards", colour="blue")),
        (
            "keep = 1",
            "cards = 110",
            fault(
                "counts-expected",
                "rules.cards",
                names=["pink", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"],
                value="110",
            ),
        ),
        (
            "{ train = 12 }",
            "{ trains = 12 }",
            fault("unexpected-key", "rules.pieces", key="trains", nearest="train"),
        ),
        (
            "{ train = 12 }",
            "{ subway = 12 }",
            fault("kind-without-pieces", "rules.pieces", kind="train"),
        ),
        ("keep = 1", "mandala = []", fault("bonuses-expected", "rules.mandala", most=8, high=100, value="[]")),
        (
            "keep = 1",
            "long_first = 1",
            fault("no-long-tickets-dealt", "rules.long_first"),
        ),
        ('id = "lakes-express"\n', "", fault("id-expected", "id")),
    ],
)
def test_a_fault_of_a_game_is_told(game_faults, old, new, expected):
    assert is_among(expected, game_faults(old, new))


def test_all_faults_of_a_game_are_told_at_once(game_faults):
    assert len(game_faults("deal = 2", 'deal = "two"\ndrawn = 3\nlongest = -1')) == 3


def test_a_game_tells_the_faults_of_its_board(tmp_path):
    (tmp_path / "lakes.toml").write_text(BOARD.replace("length = 2", "length = 20"), encoding="utf-8")
    (tmp_path / "my.toml").write_text(GAME.replace("deal = 2", "deal = 20"), encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_game(tmp_path / "my.toml")
    assert len(caught.value.faults) == 3


def test_a_game_has_words_big_cities_and_tips_of_its_own(tmp_path):
    (tmp_path / "lakes.toml").write_text(BOARD, encoding="utf-8")
    more = 'big_cities = ["arden"]\n[[tips]]\nen = "Hurry."\nfr = "Vite."\n'
    (tmp_path / "my.toml").write_text(GAME.replace("[rules]", f"{more}{WORDS}[rules]"), encoding="utf-8")
    game = load_game(tmp_path / "my.toml")
    assert (game.big_cities, [tip.fr for tip in game.tips]) == (("arden",), ["Vite."])
    said = ("[A locomotive]; [locomotives], [trains]", "[Une locomotive], pas [de locomotives], [wagons], [0, 1]")
    assert worded(said[0], game.words) == "A bicycle; bicycles, trains"
    assert worded(said[1], game.words, "fr") == "Un vélo, pas de vélos, wagons, [0, 1]"
    assert worded(said[0]) == "A locomotive; locomotives, trains"


def test_faults_of_words_big_cities_and_tips_are_told(game_faults):
    def found(text):
        return [(one.code, one.where) for one in game_faults("[rules]", f"{text}\n[rules]")]

    english, french = 'en = { one = "a", other = "b" }', 'fr = { one = "a", other = "b", gender = "m" }'
    assert found(f"[words.wheel]\n{english}\n{french}") == [("unexpected-key", "words")]
    assert found(f"[words.card]\n{french}") == [
        ("text-expected", "words.card.en.one"),
        ("text-expected", "words.card.en.other"),
    ]
    assert found(f"[words.card]\n{english}\n{french}".replace('"m"', '"n"')) == [
        ("choice-expected", "words.card.fr.gender")
    ]
    assert found(f"[words.card]\n{english}\n{french}".replace('"b"', '"{b}"', 1)) == [
        ("word-expected", "words.card.en.other")
    ]
    assert found('big_cities = ["ardn"]') == [("unknown-city", "big_cities")]
    assert found('[[tips]]\nen = "Hurry."') == [("text-expected", "tips[1].fr")]


def test_other_names_of_a_city_are_a_list(faults_of):
    faults = faults_of('name = "Arden"\n', 'name = "Arden"\nalso = "Ardenne"\n')
    assert [(one.code, one.where) for one in faults] == [("texts-expected", "cities[1] (arden).also")]
