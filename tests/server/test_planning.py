"""Planning aids at a table: whoever makes it decides, and the server keeps to it."""

from tests.server.people import Person
from tests.server.serving import serving


def test_planning_aids_are_there_for_who_plays_alone_and_between_people_only_where_the_host_allows_them(
    sqlite: str,
) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        alone = ann.table("usa", "you bot:easy")
        assert alone["planning"]
        assert ann.refused("GET", f"tables/{alone['id']}/plan") == "not_started"
        assert not ann.table("usa", "you bot:easy", planning=False)["planning"]
        for seats in ("you you", "you open", "you bot:easy open"):
            assert not ann.table("usa", seats)["planning"]
        for allowed in (False, True):
            table = ann.table("usa", "you open", public=True, planning=allowed)["id"]
            assert bob.post(f"tables/{table}/join")["planning"] == allowed
            ann.post(f"tables/{table}/start")
            if not allowed:
                for person in (ann, bob):
                    assert person.refused("GET", f"tables/{table}/plan") == "not_allowed"
        with bob.sit(table) as seat:
            view = seat.update()["view"]
        first, second = view["offer"][:2]
        plan = bob.get(f"tables/{table}/plan?ticket={first}&ticket={second}")
        paths = {row["ticket"]: set(row["missing"]) for row in bob.get(f"tables/{table}/paths")["offer"]}
        assert set(bob.get(f"tables/{table}/plan?ticket={first}")["routes"]) == paths[first]
        assert sum(plan["cards"].values()) == plan["trains"] > 0
        assert sum(plan["unseen"].values()) == 110 - 5 - 4
        assert bob.refused("GET", f"tables/{table}/plan?ticket=here--there") == "invalid"
        assert bob.refused("GET", f"tables/{table}/plan?seat=0") == "not_your_seat"
        assert bob.refused("GET", f"tables/{table}/plan?{'ticket=a&' * 9}") == "malformed"
