"""A person's own words out of what many clients make of a reply; pure."""

import pytest

from pbem.mail.inbound.own import Own, own_words

ADDRESS = "play+g7.s0.p42.mfrggzdfmztwq2lk@in.example.net"
LETTER = (
    "Choose a role\n\n  1  role settler\n  2  role mayor\n\nNo more letters of this game: https://play.example.net/s"
)
MARKED = "\n".join(f"> {line}" for line in LETTER.split("\n"))

INTRODUCED = {
    "gmail en": f"On Mon, Nov 30, 2026 at 9:12 AM Puerto Rico <{ADDRESS}>\nwrote:",
    "gmail nl": f"Op ma 30 nov 2026 om 09:12 schreef Puerto Rico <\n{ADDRESS}>:",
    "gmail de": f"Am Mo., 30. Nov. 2026 um 09:12 Uhr schrieb Puerto Rico <\n{ADDRESS}>:",
    "apple en": f"On 30 Nov 2026, at 09:12, Puerto Rico <{ADDRESS}> wrote:",
    "apple nl": f"Op 30 nov 2026, om 09:12 heeft Puerto Rico <{ADDRESS}> het volgende geschreven:",
    "apple de": f"Am 30.11.2026 um 09:12 schrieb Puerto Rico <{ADDRESS}>:",
    "thunderbird en": "On 30/11/2026 09:12, Puerto Rico wrote:",
    "thunderbird nl": "Op 30-11-2026 om 09:12 schreef Puerto Rico:",
    "thunderbird de": "Am 30.11.26 um 09:12 schrieb Puerto Rico:",
    "k-9 en": f"On 30 November 2026 09:12:33 CET, Puerto Rico <{ADDRESS}> wrote:",
    "k-9 nl": f"Op 30 november 2026 09:12:33 CET schreef Puerto Rico <{ADDRESS}>:",
    "k-9 de": f"Am 30. November 2026 09:12:33 MEZ schrieb Puerto Rico <{ADDRESS}>:",
    "proton en": f"On Monday, November 30th, 2026 at 9:12 AM, Puerto Rico <{ADDRESS}> wrote:",
    "proton nl": f"Op maandag 30 november 2026 om 09:12, schreef Puerto Rico <{ADDRESS}>:",
    "proton de": f"Am Montag, 30. November 2026 um 09:12 hat Puerto Rico <{ADDRESS}> geschrieben:",
    "yahoo en": f"    On Monday, November 30, 2026 at 09:12:33 AM GMT+1, Puerto Rico <{ADDRESS}> wrote:  ",
    "yahoo de": f"    Am Montag, 30. November 2026 um 09:12:33 MEZ hat Puerto Rico <{ADDRESS}> Folgendes geschrieben: ",
    "zoho": f"---- On Mon, 30 Nov 2026 09:12:33 +0100 Puerto Rico <{ADDRESS}> wrote ---",
    "zoho nl": f"---- Op ma, 30 nov. 2026 09:12:33 +0100 Puerto Rico <{ADDRESS}> schreef ----",
    "ziggo": f"Op 30-11-2026 09:12 CET schreef Puerto Rico <{ADDRESS}>:",
    "roundcube nl": "Puerto Rico schreef op 2026-11-30 09:12:",
    "roundcube de": "Puerto Rico schrieb am 30.11.2026 09:12:",
    "name first": f"Puerto Rico <{ADDRESS}> wrote:",
    "horde": f"Quoting Puerto Rico <{ADDRESS}>:",
}  # fmt: skip

HEADS = {
    "outlook en": f"From: Puerto Rico <{ADDRESS}>\nSent: Monday, November 30, 2026 9:12 AM\nTo: Bas\nSubject: T",
    "outlook nl": f"Van: Puerto Rico <{ADDRESS}>\nVerzonden: maandag 30 november 2026 09:12\nAan: Bas\nOnderwerp: T",
    "outlook de": f"Von: Puerto Rico <{ADDRESS}>\nGesendet: Montag, 30. November 2026 09:12\nAn: Bas\nBetreff: T",
    "outlook bold": f"*Van:* Puerto Rico <{ADDRESS}>\n*Verzonden:* maandag 09:12\n*Aan:* Bas\n*Onderwerp:* T",
    "outlook rule": f"________________\nFrom: Puerto Rico <{ADDRESS}>\nSent: Monday\nTo: Bas\nSubject: T",
    "old outlook en": "-----Original Message-----\nFrom: Puerto Rico",
    "old outlook nl": "-----Oorspronkelijk bericht-----\nVan: Puerto Rico",
    "old outlook de": "-----Ursprüngliche Nachricht-----\nVon: Puerto Rico",
    "gmx": f'Gesendet: Montag, 30. November 2026 um 09:12 Uhr\nVon: "Puerto Rico" <{ADDRESS}>\nAn: Bas\nBetreff: T',
    "samsung": "-------- Oorspronkelijk bericht --------\nVan: Puerto Rico",
    "forward gmail": "---------- Forwarded message ---------\nFrom: Puerto Rico",
    "forward apple": f"Begin doorgestuurd bericht:\n\nVan: Puerto Rico <{ADDRESS}>",
    "french": f"Le lun. 30 nov. 2026 à 09:12, Puerto Rico <{ADDRESS}> a écrit :",
}  # fmt: skip


@pytest.mark.parametrize("client", INTRODUCED)
@pytest.mark.parametrize("quote", [MARKED, LETTER], ids=["marked", "bare"])
def test_an_answer_above_a_quote_that_a_client_introduces(client: str, quote: str) -> None:
    assert own_words(f"mayor\n\n{INTRODUCED[client]}\n\n{quote}\n", "") == Own(("mayor",))


@pytest.mark.parametrize("client", INTRODUCED)
def test_an_answer_between_and_below_marked_lines(client: str) -> None:
    above, below = MARKED.split("\n", 1)
    assert own_words(f"{INTRODUCED[client]}\n{above}\n\nmayor\n\n{below}\n\nquarry\n", "") == Own(("mayor", "quarry"))


@pytest.mark.parametrize("client", HEADS)
def test_an_answer_above_a_whole_mail(client: str) -> None:
    assert own_words(f"mayor\n\n{HEADS[client]}\n\n{LETTER}\n", "") == Own(("mayor",))


@pytest.mark.parametrize("client", [*INTRODUCED, *HEADS])
def test_nothing_but_a_quote_says_nothing(client: str) -> None:
    assert own_words(f"\n\n{ {**INTRODUCED, **HEADS}[client] }\n\n{LETTER}\n", "") == Own(())


@pytest.mark.parametrize("client", HEADS)
def test_a_line_under_a_bare_quote_that_takes_the_answer_back(client: str) -> None:
    assert own_words(f"mayor\n\n{HEADS[client]}\n\n{LETTER}\n\nSorry, captain\n", "").doubt == "takes_back"


def test_the_tail_of_a_long_quoted_line_may_be_an_answer_or_not() -> None:
    long = "> Since your last move Anna has taken the mayor, and Cem has taken the"
    assert own_words(f"On 30/11/2026 09:12, Puerto Rico wrote:\n{long}\ncaptain\n> Dora passes\n", "").doubt == "quote"


FURNITURE = [
    "-- \nBas\nCaptain of the harbor", "--\nBas", "Sent from my iPhone", "Verstuurd vanaf mijn iPhone",
    "Von meinem iPhone gesendet", "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Get Outlook for iOS<https://aka.example.com/o>",
    "Outlook voor iOS downloaden<https://aka.example.com/o>", "Outlook für Android beziehen",
    "Sent with Proton Mail secure email.",
    "Verzonden met Proton Mail", "Gesendet mit der GMX Mail App", "Verzonden vanaf Outlook voor Android",
    "Sent from Mail for Windows",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.", "Virus-free. www.avast.com",
    "Met vriendelijke groet,\n\nBas de Vries\nSenior adviseur\nAcme BV\nT +31 6 12345678\nwww.acme.example",
    "Mit freundlichen Grüßen\nBas Müller\nMusterweg 12\n10115 Berlin\nTel. 030 1234567",
    "Kind regards,\nBas\nOffice: +31 20 1234567", "Groet, Bas", "Cheers\nBas",
    "DISCLAIMER: the office, the factory and the harbor are not bound by this.",
    "This e-mail and any attachments are confidential and intended for the captain alone.\nIf not, delete it.",
    "De informatie in dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.",
    "Diese E-Mail enthält vertrauliche Informationen und ist nur für den Kapitän bestimmt.",
    "[image: image.png]", "[cid:image001.png@01DB]", "<IMG_2041.jpeg>", "________________________", "* * *",
]  # fmt: skip


@pytest.mark.parametrize("added", FURNITURE)
def test_what_programs_and_companies_add_is_not_read(added: str) -> None:
    assert own_words(f"mayor\n\n{added}\n", "").lines[:1] == ("mayor",)
    assert len(own_words(f"mayor\n\n{added}\n", "").lines) == 1
    assert own_words(f"mayor\n\n{added}\n\n{INTRODUCED['gmail nl']}\n\n{MARKED}\n", "") == Own(("mayor",))


@pytest.mark.parametrize(
    "below",
    ["Groet,\nBas\n\nOf toch kapitein", "Thanks,\nBas\nNo, wait", "Gruß\nBas\nKapitän", "Groet\n3", "Bye\nBas\nSure?",
     "Sent from my iPhone\n\ncaptain"],
)  # fmt: skip
def test_what_stands_under_a_closing_is_read_where_it_may_say_something(below: str) -> None:
    own = own_words(f"mayor\n\n{below}\n", "")
    assert own.lines[-1] == below.split("\n")[-1]


def test_a_signature_that_takes_the_answer_back() -> None:
    assert own_words("mayor\n-- \nBas\nPS: no, the captain\n", "").doubt == "takes_back"


def test_the_two_forms_of_a_mail_must_say_the_same() -> None:
    html = f"mayor\n\n> {LETTER}"
    assert own_words("mayor\n", "mayor\n").doubt == ""
    assert own_words("*mayor*\n", html.replace("\n", "\n> ")).doubt == ""
    assert own_words("mayor\n", "captain\n") == Own(("mayor",), "differs")
    assert own_words("mayor\n", "mayor\n\nno, captain\n").doubt == "differs"
    assert own_words("", "mayor\n") == Own(("mayor",))
    assert own_words("mayor\n", "") == Own(("mayor",))


def test_inline_armour() -> None:
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nrole trader\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEz\n=ab1Z\n-----END PGP SIGNATURE-----\n"
    )
    assert own_words(signed, "") == Own(("role trader",))


def test_smileys_and_signs_that_nobody_sees() -> None:
    assert own_words("mayor :-) <3 xx\u200b\n", "").text.split() == ["mayor"]


@pytest.mark.parametrize(
    "text",
    ["x" * 65536, "\n" * 65536, "> \n" * 20000, "a wrote:\n" * 7000, "On 1 2026 wrote\n" * 4000, "From: x\n" * 8000,
     "-" * 65536, ("Groet,\n" * 9000), "(" * 65536, "@" * 65536, "1 " * 32768],
)  # fmt: skip
def test_hostile_texts_end_and_say_nothing_certain(text: str) -> None:
    own = own_words(text, "")
    assert own.doubt or len(own.text) < 65536
