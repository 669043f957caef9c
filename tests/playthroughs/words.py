"""What is said at the golden tables."""

from typing import Final

from engine.commands import Narrate, PresentDilemma
from engine.state import State
from engine.terms import DrawnPolicy, Stat, Words

NAMES: Final = (
    "Świętosława",
    "Żegota",
    "Łucja",
    "Bożydar",
    "Jaśmina",
    "Wąsaty Olek",
    "Gość z Północy",
    "Ćwieczek",
    "Zoë",
    "Hr. von Źrebie",
    "Mała Pani",
    "🦊 Lis",
)

STATEMENTS: Final = (
    "Królestwo stoi na trzech nogach. Nie podcinajmy żadnej.",
    "Skarbiec pusty, a wy mówicie o procesjach?",
    "Kto dziś milczy, jutro będzie się tłumaczyć.",
    "Proponuję zgodę.\nAlbo chociaż zawieszenie broni do kolacji.",
    "Gwardia strzeże was wszystkich, także tych, którzy jej nie płacą.",
    "Wiara nie kosztuje. Jej brak kosztuje wszystko.",
    "Ktoś przy tym stole ma za dużo wpływów. I wiecie, o kim mowa.",
    "Zażółć gęślą jaźń – oto cała moja odpowiedź.",
    "Zagłosuję tak jak moja frakcja. A wy?",
    "Nie wierzcie w ani jedno słowo, które padło przede mną!",
)

CRISES: Final = (
    ("Głód na wsi", "Zboże pleśnieje w spichlerzach, a zima dopiero przed nami."),
    ("Poselstwo zza gór", "Obcy posłowie proszą o audiencję. Przywieźli dary i ultimatum."),
    ("Pożar portu", "Nocą spłonęły trzy nabrzeża.\nKażdy oskarża kogoś innego."),
    ("Cud w klasztorze", "Źródło pod ołtarzem zmieniło barwę. Tłumy ciągną ze wszystkich stron."),
    ("Niezapłacony żołd", "Pod bramą stoją ludzie z bronią i bez cierpliwości."),
)

HELPS: Final[dict[Stat, str]] = {
    "stability": "Wzmocnić straże",
    "economy": "Otworzyć targi",
    "faith": "Odbudować świątynie",
}
HURTS: Final[dict[Stat, str]] = {
    "stability": "za cenę niepokoju na prowincji",
    "economy": "za pieniądze ze skarbca",
    "faith": "na przekór kapłanom",
}


def tell(state: State) -> PresentDilemma:
    title, text = CRISES[state.round % len(CRISES)]
    return PresentDilemma(title, text, tuple(_words(policy) for policy in state.drawn), "deck")


def _words(policy: DrawnPolicy) -> Words:
    return Words(HELPS[policy.helps], f"{HELPS[policy.helps]} {HURTS[policy.hurts]}.")


def narrate(state: State) -> Narrate:
    return Narrate(f"  Runda {state.untold} przeszła do kronik. Popiół jeszcze ciepły. ", "deck")
