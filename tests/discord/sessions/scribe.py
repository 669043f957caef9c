"""A model that is no model: it answers by its script, a dilemma and a tale a round, sometimes badly or not at all."""

import json
from typing import Any, Final

from narrator.model import Answer, Cause, ModelFailed, Prompt
from tests.narrator.kingdom import CRISIS, POLICIES, TALE, TITLE

TOKENS: Final = 900
GOOD: Final = "good"
SCRIPT: Final[tuple[Cause | str, ...]] = (GOOD, GOOD, "outage", GOOD, "nonsense", GOOD, GOOD, "quota", GOOD, "timeout")
"""Never three faults in a row, after which the guard would rest for a minute of real time."""
FAULTS: Final[dict[str, Cause]] = {"outage": "outage", "quota": "quota", "timeout": "timeout"}
SECOND_TITLE: Final = "Rachunek za studnię"
SECOND_CRISIS: Final = (
    "Na podwórzu Starej Menniczej kopano piwnicę, a dokopano się do studni, o której milczą wszystkie mapy. Woda jest"
    " czysta i słodka, lecz każdy, kto ją pił, twierdzi, że słyszał w niej swoje imię. Garbarze chcą ją mieć dla"
    " siebie, sąsiedzi chcą ją zasypać, a zarządca przyniósł rachunek za łopaty i czeka, aż ktoś go podpisze. Rada ma"
    " powiedzieć, do kogo należy to, czego nikt nie szukał."
)


SCENES: Final = ((TITLE, CRISIS), (SECOND_TITLE, SECOND_CRISIS))


class Scribe:
    """Whoever asks the same again, as a bot does that was begun anew, is answered the same."""

    async def ask(self, prompt: Prompt) -> Answer:
        wanted = prompt.schema["properties"]
        if "answer" in wanted:
            return Answer('{"answer": "tak"}', TOKENS)
        material = json.loads(prompt.material.split("\n")[1])
        told = len(material["ledger"])
        line = SCRIPT[(2 * told + ("crisis" not in wanted)) % len(SCRIPT)]
        if line in FAULTS:
            raise ModelFailed(FAULTS[line], tokens=0)
        answer = _dilemma(material, *SCENES[told % len(SCENES)]) if "crisis" in wanted else _tale(material)
        return Answer("…" if line != GOOD else json.dumps(answer, ensure_ascii=False), TOKENS)

    async def close(self) -> None: ...


def _dilemma(material: dict[str, Any], title: str, crisis: str) -> dict[str, Any]:
    policies = [
        {"helps": policy["helps"], "hurts": policy["hurts"], "name": name, "text": text}
        for policy, (name, text) in zip(material["policies"], POLICIES, strict=False)
    ]
    return {"standings": material["standings"], "title": title, "crisis": crisis, "policies": policies}


def _tale(material: dict[str, Any]) -> dict[str, Any]:
    decision = material["decision"]
    helped, hurt = decision.get("helped", "none"), decision.get("hurt", "none")
    return {"standings": material["standings"], "helped": helped, "hurt": hurt, "text": TALE}
