"""Files with faults: each is told with its file and entry, all at once. And the example of docs/adding-a-board.md."""

import re
from pathlib import Path

import pytest

from eclisse.boards import load
from eclisse.boards.errors import InvalidFile
from eclisse.boards.load import load_board
from eclisse.catalogue.compile import board_record, rules_record
from eclisse.catalogue.find import find_game, with_modules
from eclisse.catalogue.knobs import FILE_KNOBS
from eclisse.catalogue.load import GAME_KEYS, load_game

DOC = Path(__file__).parents[2] / "docs" / "adding-a-board.md"
BOARD, GAME = re.findall(r"```toml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
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
        assert str(caught.value) == "\n".join(caught.value.faults)
        assert all(fault.startswith(f"{tmp_path / 'my.toml'}: ") for fault in caught.value.faults)
        return [fault.split("my.toml: ", 1)[1] for fault in caught.value.faults]

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
        return [fault.split(".toml: ", 1)[1] for fault in caught.value.faults]

    return faults


def test_the_example_of_the_documentation_loads(tmp_path):
    (tmp_path / "lakes.toml").write_text(BOARD, encoding="utf-8")
    (tmp_path / "lakes-express.toml").write_text(GAME, encoding="utf-8")
    board = load_board(tmp_path / "lakes.toml")
    assert [route.id for route in board.routes][:2] == ["arden--belmont", "arden--belmont.2"]
    alone = find_game(str(tmp_path / "lakes.toml"))
    assert (alone.id, alone.knobs.max_seats, alone.knobs.deal) == ("lakes", 2, 3)
    game = find_game(tmp_path / "lakes-express.toml")
    assert (game.id, game.knobs.max_seats, game.knobs.longest) == ("lakes-express", 3, 10)
    assert rules_record(game)[0].globetrotter == 5
    assert board_record(game)[0].n_tickets == 6
    assert with_modules(game, ["warehouses"]).knobs.depots == 5


def test_the_documentation_lists_every_key():
    text = DOC.read_text(encoding="utf-8")
    keys = (*load.BOARD_KEYS, *load.CITY_KEYS, *load.ROUTE_KEYS, *load.TICKET_KEYS, *GAME_KEYS[:-1], *FILE_KNOBS)
    assert [key for key in keys if f"`{key}`" not in text] == []


def test_the_other_spelling_of_colour_is_read(tmp_path):
    (tmp_path / "my.toml").write_text(BOARD.replace("colour =", "color ="), encoding="utf-8")
    assert load_board(tmp_path / "my.toml").routes[0].colour == "red"


ROUTE = "routes[1] (arden--belmont)"
TICKET = "tickets[1] (arden--belmont)"
FIRST_TICKET = 'cities = ["arden", "belmont"]\npoints = 2\n'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            FIRST_ROUTE,
            FIRST_ROUTE.replace("arden", "nowhere"),
            'routes[1] (belmont--nowhere): unknown city "nowhere"; expected one of the board\'s city ids',
        ),
        (
            FIRST_ROUTE,
            FIRST_ROUTE.replace("arden", "ardne"),
            (
                'routes[1] (ardne--belmont): unknown city "ardne" (did you mean "arden"?); '
                "expected one of the board's city ids"
            ),
        ),
        (
            FIRST_ROUTE,
            FIRST_ROUTE.replace("arden", "belmont"),
            'routes[1] (belmont--belmont): both ends are "belmont"; expected two different cities',
        ),
        ("length = 2", "length = -2", f"{ROUTE}: length is -2; expected a whole number from 1 to 9"),
        ("length = 2", "length = 0", f"{ROUTE}: length is 0; expected a whole number from 1 to 9"),
        ("length = 2", "length = 10", f"{ROUTE}: length is 10; expected a whole number from 1 to 9"),
        ("length = 2", 'length = "2"', f'{ROUTE}: length is "2"; expected a whole number from 1 to 9'),
        ("length = 2", "length = true", f"{ROUTE}: length is true; expected a whole number from 1 to 9"),
        ("length = 2\n", "", f'{ROUTE}: missing key "length"; expected a whole number from 1 to 9'),
        (
            'colour = "red"',
            'colour = "reed"',
            (
                f'{ROUTE}: colour is "reed"; expected one of "pink", "blue", "orange", "white", "green", "yellow", '
                '"black", "red", "gray" (did you mean "red"?)'
            ),
        ),
        (
            "locomotives = 1",
            "locomotives = 5",
            "routes[3] (arden--corvin): locomotives is 5 on a route of length 4; expected at most the length",
        ),
        ("tunnel = true", "tunnel = 1", "routes[4] (belmont--dornach): tunnel is 1; expected true or false"),
        (
            'id = "belmont"',
            'id = "arden"',
            "cities (arden): the id is used 2 times; expected a different id for each city",
        ),
        (
            'id = "belmont"',
            'id = "Bel Mont"',
            (
                'cities[2] (Bel Mont): id is "Bel Mont"; expected a name of small letters, digits and single hyphens, '
                'like "new-york"'
            ),
        ),
        ("lat = 46.1", "lat = 146.1", "cities[1] (arden): lat is 146.1; expected a number from -90 to 90"),
        ("lat = 46.1", "lat = nan", "cities[1] (arden): lat is nan; expected a number from -90 to 90"),
        (
            FIRST_TICKET,
            FIRST_TICKET.replace("arden", "belmont"),
            'tickets[1] (belmont--belmont): both ends are "belmont"; expected two different cities',
        ),
        (
            FIRST_TICKET,
            FIRST_TICKET.replace("arden", "nowhere"),
            'tickets[1] (belmont--nowhere): unknown city "nowhere"; expected one of the board\'s city ids',
        ),
        ("points = 2", "points = 0", f"{TICKET}: points is 0; expected a whole number from 1 to 100"),
        ("points = 2", "points = 2\nsets = []", f"{TICKET}: sets is []; expected a list of different texts"),
        (
            "points = 2",
            "ponits = 2",
            (
                f'{TICKET}: unknown key "ponits" (did you mean "points"?); expected "cities", "from", "to", "points", '
                '"long", "sets"'
            ),
        ),
        (
            'provenance = "verified"',
            'provenance = "sure"',
            'board: provenance is "sure"; expected one of "verified", "unverified", "reconstruction"',
        ),
        (
            'provenance = "verified"',
            "scoring = { 1 = 1, 2 = 2 }",
            "board: scoring has no points for routes of length 3, 4; expected a value each",
        ),
        (
            "tunnel = true",
            "subway = true",
            "board: subway_scoring has no points for routes of length 3; expected a value each",
        ),
        (
            'provenance = "verified"',
            'provenance = "verified"\n[provenance]\nextra = "verified"',
            'provenance: no ticket is in the set "extra"; expected one of "base"',
        ),
        (
            "[board]",
            "[bord]",
            'unknown key "bord" (did you mean "board"?); expected "board", "provenance", "cities", "routes", "tickets"',
        ),
        ("[board]", "[bord]", 'missing key "board"; expected a table [board]'),
        (
            FIRST_ROUTE,
            f"{FIRST_ROUTE}[[routes]]\n{FIRST_ROUTE}",
            "routes (arden--belmont): 3 tracks between the same cities; expected at most 2",
        ),
        (
            "[[routes]]",
            '[[cities]]\nid = "elm"\nname = "Elm"\nlat = 46.0\nlon = 7.0\n[[routes]]',
            'routes: no way from "arden" to "elm"; expected a connected board',
        ),
        (
            "[[routes]]",
            EXIT.format("abroad-1", "abroad")
            + '[[routes]]\ncities = ["arden", "abroad-1"]\nlength = 1\ncolour = "red"\n'
            + '[[routes]]\ncities = ["belmont", "abroad-1"]\nlength = 1\ncolour = "red"\n[[routes]]',
            'cities (abroad-1): a border exit with routes to "arden", "belmont"; expected routes to one city',
        ),
        (
            FIRST_TICKET,
            'from = "arden"\nto = { abroad = 3 }\n',
            'tickets[1] (arden).to: unknown country "abroad"; expected one of ',
        ),
    ],
)
def test_a_fault_is_told(faults_of, old, new, fault):
    assert fault in faults_of(old, new)


def test_a_missing_city_key_is_told(faults_of):
    assert 'cities[1] (arden): missing key "name"; expected a text' in faults_of('name = "Arden"\n', "")


def test_a_board_without_routes_or_tickets_is_told(faults_of):
    head = BOARD[: BOARD.index("[[routes]]")]
    found = faults_of("[board]", "[board]", head)
    assert 'missing key "routes"; expected at least one [[routes]]' in found
    assert 'missing key "tickets"; expected at least one [[tickets]]' in found


def test_too_much_for_the_records_is_told(faults_of):
    cities = "".join(f'[[cities]]\nid = "c{n}"\nname = "C"\nlat = 1\nlon = 1\n' for n in range(61))
    assert "cities: 65 of them; expected at most 64" in faults_of("[[routes]]", f"{cities}[[routes]]")
    assert "tickets: 129 of them; expected at most 128" in faults_of(
        "[[tickets]]", f"[[tickets]]\n{FIRST_TICKET}" * 123 + "[[tickets]]"
    )
    assert "routes: 129 of them; expected at most 128" in faults_of(
        "[[routes]]", f"[[routes]]\n{FIRST_ROUTE}" * 124 + "[[routes]]"
    )
    exits = "".join(EXIT.format(f"x{n}", f"land{n}") for n in range(9))
    assert "countries: 9 of them; expected at most 8" in faults_of("[[routes]]", f"{exits}[[routes]]")


def test_all_faults_are_told_at_once(faults_of):
    bad = FIRST_ROUTE.replace("arden", "nowhere").replace("2", "12").replace("red", "mauve")
    found = faults_of(FIRST_ROUTE, bad, BOARD.replace("points = 5", "points = -5"))
    assert [fault.split(":")[0] for fault in found] == ["routes[1] (belmont--nowhere)"] * 3 + [
        "tickets[3] (arden--dornach)"
    ]


def test_one_fault_is_told_once(faults_of):
    assert len(faults_of("length = 2", "length = 99")) == 1
    assert len(faults_of("length = 4", "length = 99")) == 1
    assert len(faults_of('cities = ["corvin", "dornach"]', 'cities = ["corvin", "nowhere"]')) == 1


def test_a_syntax_error_is_told_with_its_line(faults_of):
    assert faults_of('id = "lakes"', "id = lakes") == ["line 2, column 6: not valid TOML: Invalid value"]


def test_a_file_that_is_not_utf_8_is_told(tmp_path):
    (tmp_path / "my.toml").write_bytes(b"[board]\nname = '\xe9'\n")
    with pytest.raises(InvalidFile, match=r"my\.toml: line 2: not UTF-8 text"):
        load_board(tmp_path / "my.toml")


def test_a_missing_file_and_a_folder_are_told(tmp_path):
    with pytest.raises(InvalidFile, match=r"none\.toml: no such file"):
        load_board(tmp_path / "none.toml")
    with pytest.raises(InvalidFile, match="cannot be read"):
        load_board(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            '"lakes.toml"',
            '"usaa"',
            (
                'unknown board "usaa" (did you mean "usa"?); expected one of "berlin", "europe", '
                '"india", "switzerland", "usa", or a path to a .toml file'
            ),
        ),
        ('"lakes.toml"', '"ponds.toml"', "no such file"),
        (
            "[rules]",
            'tickets = ["bass"]\n[rules]',
            'tickets: no ticket of the board is in the set "bass" (did you mean "base"?); expected "base"',
        ),
        (
            "[rules]",
            'ticket_values = "points_1910"\n[rules]',
            'ticket_values is "points_1910"; expected one of "points"',
        ),
        ("max_seats = 3", "max_seats = 6", "rules: max_seats is 6; expected a whole number from 2 to 5"),
        ("max_seats = 3", "min_seats = 4\nmax_seats = 3", "rules: min_seats is 4; expected at most max_seats, 3"),
        ("deal = 2", "deal = 7", "rules: deal is 7; expected a whole number from 0 to 6"),
        ("deal = 2", "deal = 3", "rules: deal is 3, of 6 such tickets in play; expected at least 9 for 3 seats"),
        (
            "deal = 2",
            "deal_long = 1",
            "rules: deal_long is 1, of 0 such tickets in play; expected at least 3 for 3 seats",
        ),
        (
            "deal = 2",
            "deal = 4\ndeal_long = 3",
            "rules: deal + deal_long is 7; expected at most 6 tickets to choose from",
        ),
        ("keep = 1", "keep = 3", "rules: keep is 3; expected at most the 2 tickets dealt"),
        ("keep = 1", "draw_keep = 4", "rules: draw_keep is 4; expected at most draw, 3"),
        ("keep = 1", "kep = 1", 'rules: unknown key "kep" (did you mean "keep"?)'),
        (
            "keep = 1",
            'unkept_play = "shuffled-bottom"',
            'rules: unkept_play is "shuffled-bottom"; expected one of "bottom", "out"',
        ),
        ("keep = 1", "cards = { red = 12 }", "rules: cards has no blue, but the board has blue routes; expected some"),
        ("keep = 1", "cards = 110", "rules: cards is 110; expected a table of whole numbers by name"),
        ("{ train = 12 }", "{ trains = 12 }", 'rules.pieces: unknown key "trains" (did you mean "train"?)'),
        (
            "{ train = 12 }",
            "{ subway = 12 }",
            "rules: pieces has no train, but the board has train routes; expected some",
        ),
        ("keep = 1", "mandala = []", "rules: mandala is []; expected a list of 1 to 8 whole numbers from 0 to 100"),
        (
            "keep = 1",
            "long_first = 1",
            "rules: long_first is 1 but deal_long is 0; expected long tickets to choose first",
        ),
        ('id = "lakes-express"\n', "", 'missing key "id"'),
    ],
)
def test_a_fault_of_a_game_is_told(game_faults, old, new, fault):
    assert any(found.startswith(fault) for found in game_faults(old, new))


def test_all_faults_of_a_game_are_told_at_once(game_faults):
    assert len(game_faults("deal = 2", 'deal = "two"\ndrawn = 3\nlongest = -1')) == 3


def test_a_game_tells_the_faults_of_its_board(tmp_path):
    (tmp_path / "lakes.toml").write_text(BOARD.replace("length = 2", "length = 20"), encoding="utf-8")
    (tmp_path / "my.toml").write_text(GAME.replace("deal = 2", "deal = 20"), encoding="utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_game(tmp_path / "my.toml")
    assert len(caught.value.faults) == 3
