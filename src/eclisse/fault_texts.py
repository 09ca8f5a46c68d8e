"""The English of every fault: one text a code, for the command line and for Python.

The page has its own texts, in each of its languages, for the codes that can reach it (ONLINE). Faults of files, bots
and settings (LOCAL) appear only on the command line and in Python.

`{name}` stands for a parameter, `{n:card|cards}` for a number with its noun, `{nearest}` for a suggestion where there
is one, and `{given}` for the value that was given, or the fact that none was. Lists are quoted and joined; cards are
written as in `2 red, 1 locomotive`.
"""

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

ONLINE: Final[dict[str, str]] = {
    "more-faults": "and {more} more",
    # Values of any kind
    "number-expected": "expected a whole number from {low} to {high}, {given}",
    "flag-expected": "expected true or false, {given}",
    "text-expected": "expected a text, {given}",
    "choice-expected": "expected one of {choices}, {given}{nearest}",
    "seat-expected": "expected a seat from 0 to {last}, not {value}",
    "list-for-seats-expected": "expected a list of {seats:entry|entries}, one for each seat, not {value}",
    "names-expected": "expected a list of at most {most:name|names}, not {value}",
    "cards-expected": 'expected cards such as {{"red": 2}}, not {value}',
    "key-expected": "expected a key of 32 hexadecimal digits, not {value}",
    "seed-expected": "expected a seed from 0 to 2^128 - 1, or 32 hexadecimal digits, not {value}",
    "missing-key": 'the key "{key}" is missing',
    "unknown-key": 'there is no key "{key}"{nearest}',
    "unknown-route": 'there is no route "{name}"{nearest}',
    "unknown-city": 'there is no city "{name}"{nearest}',
    "unknown-card": 'there is no card "{name}"{nearest}',
    "unknown-ticket": 'there is no ticket "{name}" in this game{nearest}',
    # Boards, games and modules by name
    "unknown-game": 'there is no game "{name}"{nearest}; expected one of {games}, or a .toml file',
    "unknown-module": 'there is no module "{name}"{nearest}; this game goes with {modules}',
    "module-without-tickets": 'the module "{module}" does not go with "{game}": "{board}" has no such tickets',
    "module-in-play": 'the module "{module}" does not go with "{game}": its tickets are in play already',
    "module-without-effect": 'the module "{module}" does not go with "{game}": it changes the value of no ticket',
    "wrong-seats": '"{game}" is for {low} to {high} seats, not {seats}',
    # Positions
    "position-expected": 'expected a JSON object with at least the keys "game" and "seats", not {value}',
    "game-expected": "expected the id of a game, not {value}",
    "modules-expected": "expected a list of ids of modules, not {value}",
    "phase-expected": "expected one of {phases}, not {value}",
    "ended-expected": "expected one of {reasons}, not {value}",
    "owners-expected": 'expected routes with their owners such as {{"dieppe--paris": 0}}, not {value}',
    "mixed-expected": "expected a place in the ticket deck and a number of tickets, such as [0, 10], not {value}",
    "known-expected": 'expected tickets and the seats that know them, such as {{"bern--como": [0]}}, not {value}',
    "too-many-trains": "seat {seat} has placed {placed} trains, but has only {has}",
    "too-many-subways": "seat {seat} has placed {placed} subways, but has only {has}",
    "too-many-stations": "seat {seat} has built {placed:station|stations}, but has {has} in this game",
    "too-many-depots": "seat {seat} has built {placed:depot|depots}, but has {has} in this game",
    "too-many-depots-left": "seat {seat} can have at most {most:depot|depots} left, not {value}",
    "too-many-cards": "{excess:card|cards} of {colour} too many: the game has {has}",
    "both-tracks-owned": "seat {seat} owns both tracks of {route}; nobody may own more than one",
    "both-tracks-taken": "both tracks of {route} are taken, but with {seats} seats only one may be",
    "two-buildings": "{city} has more than one building; a city has room for one",
    "building-on-exit": "{city} is a border exit; buildings stand in cities only",
    "ticket-twice": "{ticket} is also in {other}; a ticket is in one place only",
    "decision-incomplete": 'the phase "{phase}" needs {keys}, and a value that is not empty',
    "station-on-building": "{city} has a building already, so no station can be built there",
    "route-not-free": "seat {seat} cannot claim {route}: it is not free",
    "pieces-lacking": "seat {seat} cannot claim {route}: it lacks the pieces",
    "collecting-elsewhere": "seat {seat} does not own {route}, so it cannot collect a warehouse there",
    "no-decision": 'no decision is possible in the phase "{phase}" of this position',
    # Decisions
    "unknown-action": '"{text}" is not an action{nearest}; actions begin with {verbs}',
    "action-malformed": '"{text}" lacks something or says too much; an example: {example}',
    "wrong-sum": "this is not what you have to pay now; such a payment would be {payment}",
    "game-over": "the game is over",
    "already-chosen": "seat {seat} has already chosen its tickets",
    "not-your-turn": "it is the turn of seat {to_act}, not of seat {seat}",
    "tickets-awaited": 'this is not possible now; choose your tickets with "keep"',
    "first-depot-awaited": 'this is not possible now; place your first depot with "depot CITY"',
    "second-card-awaited": 'this is not possible now; take one more card with "take CARD" or "draw"',
    "payment-awaited": 'this is not possible now; pay with "pay …"',
    "surcharge-awaited": 'this is not possible now; pay the surcharge with "pay …" or give up with "take-back"',
    "warehouse-awaited": 'this is not possible now; take a warehouse with "collect SEAT" or "decline"',
    "locomotive-as-second": "a face-up locomotive may not be the second card; take another card",
    "route-owned": "seat {owner} owns it",
    "other-track-yours": "you own the other track of this double route; nobody may own both",
    "other-track-taken": "with {seats} seats only one track of a double route may be used, and the other is taken",
    "too-few-pieces": "it takes {needed} pieces and you have {has}",
    "too-few-locomotives": "this ferry needs at least {needed:locomotive|locomotives} and you have {has}",
    "too-few-cards": "it costs {needed} {colour} cards, and your hand does not have them ({hand})",
    "too-few-alike": "it costs {needed} cards of one colour, and your hand does not have them ({hand})",
    "no-locomotives-here": "locomotives may not be played on this route",
    "no-station-left": "you have no station left",
    "city-built": "{city} has a building already",
    "station-too-dear": "it costs {needed:card|cards} of one colour, and your hand does not have them ({hand})",
    "warehouse-first": 'first put a card in a warehouse with "warehouse SEAT"',
    "card-not-face-up": "no {colour} card lies face up",
    "deck-empty": "the deck and the discard are empty",
    "ticket-deck-empty": "the ticket deck is empty",
    "pass-too-early": "you may pass only when you can do nothing else, except build a station",
    "not-at-the-start": "this is not possible at the start of a turn in this game",
    # Games and records
    "wrong-names": "{names:name|names} for {seats} seats; give one for each, or none",
    "record-expected": 'expected a JSON object with "game", "seats", "key" and "actions", not {value}',
    "players-expected": "expected a list of players' names, not {value}",
    "moves-expected": 'expected a list of decisions such as [0, "draw"], not {value}',
    "move-expected": 'expected a seat and an action such as [0, "draw"], not {value}',
    "record-contradicts": "the record says {stated}, but its position says {found}",
    "result-differs": "the actions of the record lead to another result",
    "record-unfinished": "the record ends before the game does",
    # What no game can reach
    "stray-to-move": "at setup every seat may choose, so nobody in particular is to move",
    "stray-city": 'a city belongs to the phase "paying", when a station is paid for, not to the phase "{phase}"',
    "stray-route": 'a route belongs to the phases "paying", "surcharge" and "collecting", not to the phase "{phase}"',
    "route-and-city": "you pay for a route or for a station, not for both at once",
    "stray-laid": 'cards lie on the table in the phase "surcharge" only, not in the phase "{phase}"',
    "stray-surcharge": 'a surcharge belongs to the phase "surcharge", not to the phase "{phase}"',
    "stray-offers": 'in the phase "{phase}" nobody chooses from these tickets',
    "stray-later": 'tickets wait to be offered in the phase "setup" only, not in the phase "{phase}"',
    "stray-choices": 'first tickets are chosen in the phase "setup" only, not in the phase "{phase}"',
    "stray-revealed": "no tunnel can have turned up these cards",
    "stray-ended": 'a game has ended in the phase "over" only, not in the phase "{phase}"',
    "too-early": 'in the phase "{phase}" nobody has had a turn: nothing is claimed, built, passed or collected yet',
    "hands-not-dealt": 'in the phase "{phase}" every hand has the cards it was dealt, no more and no fewer',
    "offers-not-dealt": "these are not the tickets a seat is dealt at setup",
    "kept-wrong": "no seat can have kept so many tickets at setup",
    "choice-illegal": "a seat cannot keep these of its first tickets",
    "depots-out-of-order": "first depots are placed one by one, from the last seat backwards to the first",
    "flush-due": "so many locomotives lie in the market that it would have been flushed",
    "market-short": "the market has gaps, but deck or discard could fill them",
    "last-round-too-soon": "this seat has too many pieces left to have begun the last round",
    "long-in-deck": "long tickets are dealt at setup only and never lie in the ticket deck",
    "long-offered": "long tickets are dealt at setup only and never drawn",
    "too-many-long": "a seat holds more long tickets than it may keep",
    "drawn-missing": 'in the phase "drawing" one card is taken already, so drawn is 1',
    "offer-size-wrong": "a seat draws as many tickets as the rules say, or all that are left",
    "stations-used-up": "this seat has no station left to build",
    "one-payment": "there is only one way to pay, so it would be paid already",
    "no-tunnel": "this route is no tunnel, and only a tunnel asks for more",
    "laid-two-colours": "a payment has cards of one colour, and locomotives",
    "laid-wrong": "the cards laid are not a payment for this route",
    "revealed-wrong": "a tunnel turns up as many cards as the rules say, or all that are left",
    "surcharge-wrong": "the surcharge is not what the cards turned up ask for",
    "nothing-to-collect": "no warehouse with cards is in reach of this route, or the seat has no depot to give up",
    "known-wrong": "one seat at most knows where a ticket is, and only of one that nobody holds",
    "mixed-wrong": "no tickets of this ticket deck are mixed",
    "warehouses-due": "deck and discard are empty and a seat has no depot left, so the warehouses would be the deck",
    # What the core finds in a record
    "state-too-many-cards": "there are more cards of a colour than the game has",
    "state-too-few-cards": "there are fewer cards of a colour than the game has",
    "state-cards-miscounted": "a number of cards does not match the cards",
    "state-too-many-pieces": "a seat has placed more pieces than it has",
    "state-both-tracks-owned": "a seat owns both tracks of a double route",
    "state-both-tracks-taken": "both tracks of a double route are taken, but with so few seats only one may be",
    "state-points-differ": "a running score does not match the routes",
    "state-ticket-misplaced": "a ticket is in two places, or in none",
    "state-tickets-miscounted": "a number of tickets does not match the tickets",
    "state-buildings-differ": "the stations or depots built and left are not those of the game",
    "state-seen-too-much": "more cards were seen in a hand than it holds",
    "state-stock-too-small": "the deck, or what a seat drew from it unseen, holds more than it was made of",
    # Requests
    "text-too-short": "expected at least {least:character|characters}",
    "text-too-long": "expected at most {most} characters",
    "text-of-another-form": "expected a text of the form {pattern}",
    "not-a-text": "this contains characters that are not valid text",
    "whole-number-expected": "expected a whole number, not {value}",
    "a-number-expected": "expected a number, not {value}",
    "number-too-small": "expected a number of at least {least}, not {value}",
    "number-too-large": "expected a number of at most {most}, not {value}",
    "number-not-above": "expected a number above {limit}, not {value}",
    "number-not-below": "expected a number below {limit}, not {value}",
    "list-expected": "expected a list, not {value}",
    "list-too-short": "expected at least {least:entry|entries}, not {has}",
    "list-too-long": "expected at most {most:entry|entries}, not {has}",
    "object-expected": "expected a JSON object, not {value}",
    "value-expected": "expected {expected}, not {value}",
    "value-not-understood": "this value cannot be read ({reason})",
    "not-json": "this is not valid JSON: {reason}",
    "nothing-here": "there is nothing at this address",
    "method-not-allowed": "this address does not take {method}",
    "request-not-understood": "this request cannot be read",
    "body-too-large": "a request may have at most {most} bytes",
    "message-too-large": "a message may have at most {most} bytes",
    "text-frame-expected": "messages are text frames with JSON",
    "foreign-site": "requests from other sites are not allowed",
    "too-many-requests": "too many requests; wait a moment",
    "too-many-messages": "please send at most {most} messages a second",
    "too-many-connections": "the server has no room for another connection; try again later",
    "too-many-of-yours": "you already have {most:connection|connections}; close one of them",
    "too-many-players": "too many new players from your address; wait a moment",
    "server-failed": "something went wrong on the server; the error has been logged",
    "server-stopping": "the server is restarting; connect again in a moment",
    "database-silent": "the server cannot reach its database; try again in a moment",
    # Players
    "name-first": "choose a name first (POST api/players)",
    "name-empty": "a name needs at least one character",
    "name-not-visible": "a name may contain only visible characters",
    "token-invalid": "the bearer token is not valid",
    "recovery-used": "this recovery link has been used, or replaced by a newer one",
    "webhook-expected": "expected an http or https address, such as https://example.org/hook",
    "webhook-with-password": "the address must not contain a user name or a password",
    "webhook-not-ascii": "the address must be plain ASCII without spaces",
    "host-not-found": "{host} cannot be found",
    "host-slow": "{host} cannot be found in time",
    "host-not-public": "{host} is not a public address",
    "host-silent": "{host} did not answer",
    "host-not-web": "{host} does not speak HTTP",
    "too-many-lookups": "too many addresses are being looked up; try again in a moment",
    # Tables
    "no-such-table": "there is no such table, or you are not invited to it",
    "no-such-board": 'there is no board "{name}"; the boards are {boards}',
    "not-in-catalogue": 'there is no game "{name}"{nearest}; expected one of {games}',
    "no-seat-for-you": 'at least one seat must be "you"',
    "too-many-tables-of-yours": "you have {most} tables that are not over; finish some of them first",
    "too-many-tables-from-here": "{most} tables were made from your address within the last hour; try again later",
    "nonce-not-promised": "this is not the number you promised",
    "too-many-tables": "the server has no room for another table; try again later",
    "game-begun": "the game has already started",
    "game-not-begun": "the game has not started yet",
    "game-not-over": "you can see this once the game is over",
    "rematch-too-early": "you can ask for a rematch once the game is over",
    "rematch-by-players": "only the players of this game can ask for a rematch",
    "start-by-seated": "only seated players can start the game",
    "seat-still-free": "seat {seat} is still free; the player who created the table can fill it with a bot",
    "table-full": "every seat is taken",
    "seat-not-free": "seat {seat} is taken; these are free: {free}",
    "seat-not-yours": "seat {seat} is not yours",
    "no-seat-here": "you have no seat at this table",
    "table-abandoned": "the last player has left this table",
    "stale-state": "you decided on state {seen}, but the game has moved on to state {now}",
    "others-decided": "others decided at the same moment; try again",
    "not-stored": "the decision could not be saved; reload the table to see where the game stands",
    "other-rules": "this game was played by rules that this server does not have",
    "no-chat": "this table has no chat",
    "chat-empty": "a message needs at least one character",
    "chat-too-fast": "wait a moment before you write again",
    "record-from-position": "only a record that begins with the deal can be replayed here",
}

LOCAL: Final[dict[str, str]] = {
    # Actions of Python programs
    "action-expected": 'expected an action or its text, such as "draw", not {value}',
    "unknown-action-number": "no action of this game has the number {number}",
    "foreign-action": 'this action comes from elsewhere: here the number {number} means "{meant}"',
    # Files
    "file-too-large": "the file is too large; expected at most {most} bytes",
    "duplicate-key": 'the key "{key}" stands twice in one object',
    "number-too-long": "a number of {digits} digits is too long",
    "no-such-file": "there is no such file",
    "file-unreadable": "the file cannot be read: {reason}",
    "not-utf-eight": "line {line} is not UTF-8; save the file in the UTF-8 encoding",
    "not-toml": "this is not valid TOML: {reason}",
    "nested-too-deeply": "the file is nested too deeply",
    # Board files
    "real-expected": "expected a number from {low} to {high}, {given}",
    "texts-expected": "expected a list of different texts, {given}",
    "id-expected": 'expected small letters, digits and single hyphens, such as "new-york", {given}',
    "table-expected": "expected a table, {given}",
    "unexpected-key": 'there is no key "{key}"{nearest}; expected some of {known}',
    "both-keys": "only one of {keys} may be given",
    "words-expected": 'expected a text, or a table {{ en = "…", fr = "…" }}, {given}',
    "entries-expected": "expected at least one [[{key}]], {given}",
    "cities-expected": "expected a list of two city ids, {given}",
    "too-many-entries": "there are {size}; a board has room for {most}",
    "id-used-twice": 'the id "{id}" is used {times} times; every city needs its own',
    "city-and-country": '"{name}" is the id of a city and of a country; expected different names',
    "same-ends": 'both ends are "{city}"; expected two different cities',
    "too-many-tracks": "there are {tracks} tracks between these cities; expected at most 2",
    "too-many-locomotives": "{locomotives} locomotives on a route of length {length}; expected at most {length}",
    "exit-in-between": "this border exit has routes to {cities}; expected routes to one city only",
    "not-connected": 'no route leads from "{start}" to {cities}; expected a connected board',
    "set-without-tickets": 'no ticket of the board is in the set "{set}"{nearest}; expected one of {sets}',
    "both-kinds-of-ticket": 'a ticket has "from" and "to", or "cities" and "points", not both',
    "unknown-start": 'there is no city or country "{name}" on this board{nearest}',
    "unknown-country": 'there is no country "{name}" on this board; its countries are: {countries}',
    "countries-expected": "expected a value for some of the countries: {countries}",
    "leads-home": 'the ticket leads to "{country}", where it starts; expected other countries',
    "lengths-without-points": "there are no points for routes of length {lengths}; expected a value for each",
    # Game files
    "unknown-board": 'there is no board "{name}"{nearest}; expected one of {boards}, or a path to a .toml file',
    "counts-expected": "expected a table of whole numbers for some of {names}, {given}",
    "bonuses-expected": "expected a list of 1 to {most} whole numbers from 0 to {high}, {given}",
    "seats-reversed": "{min_seats} is more than max_seats; expected at most {max_seats}",
    "too-few-cards-to-deal": "there are {cards} cards in all; expected at least {needed}, to deal {hand} to each seat",
    "offer-too-large": "{dealt} tickets are dealt to each seat at once; expected at most {most}",
    "keep-above-dealt": "{keep:ticket|tickets} to keep out of {dealt}; expected at most {dealt}",
    "no-long-tickets-dealt": "no long tickets are dealt to choose from first; expected deal_long above 0",
    "too-few-tickets": "{dealt} for each seat, but there are {tickets} in play; {seats} seats need at least {needed}",
    "colour-without-cards": "there are no {colour} cards, but the board has {colour} routes",
    "kind-without-pieces": "there are no {kind} pieces, but the board has {kind} routes",
    # The command line
    "hash-missing": "the record has no hash of its key; give the one shown when the game started with --hash",
    "deal-unknown": "the record begins with a position, so its deal cannot be checked",
    "part-differs": "the server's part is not the one whose hash was published",
    "promise-broken": "seat {seat} promised a number for the deal, and the record does not have that number",
    "nonce-missing": "your number is not part of the deal",
    "key-not-of-parts": "the key does not follow from the server's part and the numbers of the seats",
    "key-differs": "the key does not match the hash in the record",
    "key-differs-from-published": "the key does not match the hash that was published when the game started",
    "file-not-written": "the file cannot be written: {reason}",
    "file-name-expected": "give the name of a file; an example: save game.json",
    "nothing-to-undo": "there is nothing to undo; you can take back a route or station until you have paid for it",
    "wrong-number-of-bots": "{bots:bot|bots} for {seats:seat|seats}; name one for all, or one for each",
    "extra-missing": "this needs {packages}; install it with: pip install 'eclisse[{extra}]'",
    # Tournaments
    "bots-expected": "name at least one bot, and none twice; a bot alone plays against itself",
    "ladder-of-one": "a ladder needs at least two bots",
    "folder-in-use": "{folder} holds something other than a tournament; name a new or empty folder",
    "other-tournament": "{folder} holds a tournament with other settings ({keys}); name another folder",
    "settings-unreadable": "{file} cannot be read; name another folder",
    "no-ray-cluster": 'no Ray cluster answers at "{address}": {reason}',
    "arena-process-ended": "a process of the arena ended before it could play; its output is above",
    "plays-without-end": "{bot} plays without end: {decisions} decisions in a game",
    # Bots
    "unknown-bot": 'there is no bot "{name}"{nearest}; expected one of {bots}, or MODULE:CLASS for your own',
    "budget-expected": '"{name}" has no budget; expected search@500ms, search@2s, or search@4000 for iterations',
    "own-bot-expected": 'expected your own bot as MODULE:CLASS, such as my_module:MyBot, not "{name}"',
    "unknown-class": 'the module {module} has no class "{name}"{nearest}; its bots are: {classes}',
    "not-a-bot": "{bot} has no method choose(view, legal)",
    "no-such-python-module": 'there is no module "{module}" in this folder or among the packages installed',
    "module-raised": "the module {module} cannot be loaded; it raised {error}",
    "bot-not-made": "{bot} cannot be made; its constructor raised {error}",
    "bot-raised": "{bot} raised {error}",
    "bot-answer-illegal": "{bot} answered {answer}, which is not one of the {legal} legal actions",
    "bot-illegal": "{bot} answered with an illegal action",
    "bot-out-of-time": "{bot} did not decide within {limit} seconds",
    "bot-ended-process": "{bot} ended the process it played in",
    "bot-too-slow": "takes too long: more than {limit} seconds",
    "bot-fickle": 'decided "{first}", then with the same seed and view "{then}"; take all chance from seed= in the'
    " constructor, or set reproducible = False",
    # Views and environments
    "spectator-has-none": "a spectator has no tickets and no hand",
    "no-games": "expected at least one game and one thread, not {games} and {threads}",
    "one-action-each": "expected one action for each of the {games} games, not an array of the shape {shape}",
    "reset-first": "call reset() before step()",
    "illegal-in-game": "action {action} is not legal in game {game}",
    "illegal-number": "action {action} is not legal for seat {seat} now",
    # Settings of the server
    "unknown-limit": 'there is no limit "{name}"{nearest}; expected one of {limits}',
    "limit-expected": "the limit {name} must be a number of at least 0, not {value}",
    "limit-not-positive": "the limit {name} must be more than 0",
    "root-path-expected": "expected letters and digits, such as /trains, not {value}",
    "address-expected": "expected an address such as https://play.example.org, not {value}",
    "origin-expected": "expected an origin such as https://play.example.org, without a path, not {value}",
    "proxy-expected": "expected the address of a proxy, such as 127.0.0.1, not {value}",
    "network-expected": "expected a network such as 192.168.0.0/16, not {value}",
    "database-expected": "expected the URL of a database, such as sqlite:///games.db or postgresql://host/name",
    "database-of-another-kind": 'expected an sqlite or postgresql database, not "{kind}"',
    "database-not-a-file": "expected a file, such as sqlite:///games.db",
    "database-newer": "the database is of a newer version ({found}) than this server ({newest}); update the server",
    "database-in-use": "another process uses {file}; SQLite serves only one",
    "database-unusable": "the database cannot be used: {reason}",
}

TEXTS: Final = ONLINE | LOCAL


class _Writer(Formatter):
    """Writes parameters the way people read them."""

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        """A parameter; a suggestion and the value that was given may be missing."""
        if key == "nearest":
            return f' (did you mean "{kwargs[key]}"?)' if key in kwargs else ""
        if key == "given":
            return f"not {kwargs['value']}" if "value" in kwargs else "but it is missing"
        return super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A number with its noun, a list of names, cards by colour, or the value itself."""
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{value} {one if value == 1 else many}"
        if isinstance(value, list):
            return ", ".join(f'"{name}"' if isinstance(name, str) else str(name) for name in value) or "none"
        if isinstance(value, dict):
            return ", ".join(f"{n} {name}" for name, n in value.items()) or "none"
        return f"{value:g}" if isinstance(value, float) else str(value)


_WRITER: Final = _Writer()


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """A fault in English."""
    return _WRITER.vformat(TEXTS[code], (), params)


def names_in(text: str) -> set[str]:
    """The parameters a text needs."""
    return {name for _, name, _, _ in _WRITER.parse(text) if name} - {"nearest", "given"}
