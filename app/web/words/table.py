"""What the table says, where a seat is played."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

TABLE: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "table.title": Words("Mesa", "Table", "Table"),
        "table.called": Words("● {what} · {title}", "● {what} · {title}", "● {what} · {title}"),
        "table.title_turn": Words("Te toca", "Your turn", "À vous"),
        "table.title_window": Words("¡Contesta!", "Answer now!", "Répondez !"),
        "table.lobby": Words("La mesa", "The table", "La table"),
        "table.tray": Words("Tu mano y tus jugadas", "Your hand and your moves", "Votre main et vos coups"),
        "table.side": Words("Lo demás", "Everything else", "Le reste"),
        "table.actions": Words("Jugadas", "Moves", "Coups"),
        "table.hand": Words("Tu mano", "Your hand", "Votre main"),
        "table.chips": Words("Lo que puedes bajar", "What you can meld", "Ce que vous pouvez étaler"),
        "table.log": Words("Lo que ha pasado", "What has happened", "Ce qui s'est passé"),
        "table.sort": Words("Ordenar la mano", "Sort the hand", "Trier la main"),
        "table.sort_suit": Words("Por palo", "By suit", "Par couleur"),
        "table.sort_rank": Words("Por número", "By rank", "Par rang"),
        "table.time_left": Words("Tiempo que queda", "Time left", "Temps restant"),
        "table.card_possible": Words("{card}, posible", "{card}, possible", "{card}, possible"),
        # What is asked
        "table.ask_exchange": Words(
            "¿Qué carta le pasas a {name}?",
            "Which card do you pass to {name}?",
            "Quelle carte donnez-vous à {name} ?",
        ),
        "table.ask_offer": Words(
            "Primera carta: {card}. ¿Te sirve?",
            "First card: {card}. Do you want it?",
            "Première carte : {card}. La voulez-vous ?",
        ),
        "table.ask_left": Words(
            "{name} te deja {card}. ¿Te sirve?",
            "{name} leaves you {card}. Do you want it?",
            "{name} vous laisse {card}. La voulez-vous ?",
        ),
        "table.ask_new": Words(
            "Volteaste {card}. ¿Te sirve?",
            "You turned up {card}. Do you want it?",
            "Vous avez retourné {card}. La voulez-vous ?",
        ),
        "table.ask_claim_window": Words(
            "{name} no usa {card}. ¿Te sirve?",
            "{name} does not use {card}. Do you claim it?",
            "{name} n'utilise pas {card}. La réclamez-vous ?",
        ),
        "table.ask_force_window": Words(
            "{name} deja pasar {card}, que le entra. ¿Se la fuerzas?",
            "{name} lets {card} go by, and it fits. Force it?",
            "{name} laisse passer {card}, qui lui va. Forcez-vous ?",
        ),
        "table.ask_forced": Words(
            "Te forzaron {card}: tienes que bajar esa carta",
            "It is forced on you: you must meld {card}",
            "On vous impose {card} : vous devez l'étaler",
        ),
        "table.ask_forced_by": Words(
            "{name} te fuerza {card}: entra en tu juego y tienes que bajarla",
            "{name} forces {card} on you: it fits your melds, so you must meld it",
            "{name} vous impose {card} : elle va sur votre étalage, vous devez l'étaler",
        ),
        "table.goes_to": Words("Va con {cards}.", "It goes to {cards}.", "Elle va avec {cards}."),
        "table.goes_anew": Words(
            "Tu juego se acomoda de nuevo para que entre.",
            "Your melds are put together anew to take it.",
            "Votre étalage est réarrangé pour la prendre.",
        ),
        "table.ask_discard": Words(
            "Elige la carta que descartas",
            "Choose the card to discard",
            "Choisissez la carte dont vous vous défaussez",
        ),
        "table.laying": Words("Bajas {cards}.", "You meld {cards}.", "Vous étalez {cards}."),
        "table.late": Words(
            "Se te acabó el tiempo: la mesa contestó por ti.",
            "Your time was over: the table answered for you.",
            "Votre temps était écoulé : la table a répondu pour vous.",
        ),
        "table.late_discard": Words(
            "Si se acaba el tiempo, la página baja tu juego y descarta {card}.",
            "When the time runs out, the page sends your meld and discards {card}.",
            "Si le temps s'épuise, la page envoie votre étalage et se défausse : {card}.",
        ),
        "table.late_keep": Words(
            "Si se acaba el tiempo, la página la guarda y descarta {card}.",
            "When the time runs out, the page keeps it and discards {card}.",
            "Si le temps s'épuise, la page la garde et se défausse : {card}.",
        ),
        "table.ask_keep": Words(
            "Guardas {card}. ¿Qué descartas?",
            "You keep {card}. What do you discard?",
            "Vous gardez {card}. De quelle carte vous défaussez-vous ?",
        ),
        "table.ask_arrange": Words(
            "Acomoda tu juego: toca cartas y ponlas en una combinación",
            "Arrange your melds: choose cards and put them into a meld",
            "Arrangez vos combinaisons : choisissez des cartes et placez-les",
        ),
        "table.ask_between_hands": Words(
            "¿Seguimos con la próxima mano?", "On to the next hand?", "On passe à la manche suivante ?"
        ),
        "table.ask_waiting": Words(
            "Se reparte cuando todos estén listos. ¿Lo estás tú?",
            "The cards are dealt when everybody is ready. Are you?",
            "On distribue quand tout le monde est prêt. L'êtes-vous ?",
        ),
        "table.ask_committing": Words("Falta sellar tu azar", "Seal your chance", "Scellez votre hasard"),
        "table.ask_revealing": Words("Se abre el azar", "Chance is being opened", "Le hasard s'ouvre"),
        "table.fits_nothing": Words(
            "Con ella no puedes bajar nada.",
            "There is nothing you can meld with it.",
            "Elle ne permet aucun étalage.",
        ),
        "table.for_example": Words(
            "Puedes bajar, por ejemplo: {cards}.",
            "You can meld, for example: {cards}.",
            "Vous pouvez étaler, par exemple : {cards}.",
        ),
        "table.fits_alone": Words(
            "En tu juego entra {card} sin cartas de la mano.",
            "Without a card of your hand your melds take {card}.",
            "Sans carte de la main, votre étalage accueille {card}.",
        ),
        "table.pass_instead": Words(
            "Con {card} no puedes bajar nada: pasa.",
            "There is nothing you can meld with {card}: pass.",
            "Rien ne s'étale avec {card} : passez.",
        ),
        "table.wait": Words("Esperando a {names}…", "Waiting for {names}…", "En attente de {names}…"),
        "table.wait_answered": Words(
            "Ya contestaste. Falta {names}…",
            "You have answered. Waiting for {names}…",
            "Répondu. Il manque {names}…",
        ),
        "table.wait_nobody": Words("Un momento…", "One moment…", "Un instant…"),
        # What can be done
        "table.lay": Words("Bajar", "Meld", "Étaler"),
        "table.lay_out": Words("¡Bajar y salir!", "Meld and go out!", "Étaler et sortir !"),
        "table.lay_so": Words("Bajar así", "Meld like this", "Étaler ainsi"),
        "table.lay_cards": Words("Bajar {cards}", "Meld {cards}", "Étaler {cards}"),
        "table.lay_out_cards": Words(
            "Bajar {cards} y salir", "Meld {cards} and go out", "Étaler {cards} et sortir"
        ),
        "table.out": Words("¡Sales!", "Out!", "Vous sortez !"),
        "table.more": Words("{count} más", "{count} more", "{count} de plus"),
        "table.pass": Words("Pasar", "Pass", "Passer"),
        "table.let_pass": Words("Dejar pasar", "Let it pass", "Laisser passer"),
        "table.force": Words("Forzar a {name}", "Force {name}", "Forcer {name}"),
        "table.keep": Words("Guardar", "Keep", "Garder"),
        "table.keep_card": Words(
            "Guardar y descartar {card}", "Keep, discard {card}", "Garder ; défausse : {card}"
        ),
        "table.discard": Words("Descartar", "Discard", "Se défausser"),
        "table.discard_card": Words("Descartar {card}", "Discard {card}", "Défausse : {card}"),
        "table.give": Words("Pasar la carta", "Pass the card", "Donner la carte"),
        "table.give_card": Words("Pasar {card}", "Pass {card}", "Donner {card}"),
        "table.fold": Words("Retirarme", "Fold", "Abandonner la manche"),
        "table.fold_sure": Words(
            "¿Te retiras de esta mano? La apuesta se debe igual.",
            "Fold this hand? The stake is still owed.",
            "Abandonner cette manche ? L'enjeu reste dû.",
        ),
        "table.arrange": Words("Acomodar yo", "Arrange it myself", "Arranger moi-même"),
        "table.back": Words("Volver", "Back", "Retour"),
        "table.choose_one": Words(
            "Elige primero una carta.", "Choose a card first.", "Choisissez d'abord une carte."
        ),
        "table.choose_discard": Words(
            "Elige primero qué descartas.", "Choose what to discard first.", "Choisissez d'abord la défausse."
        ),
        "table.choose_cards": Words(
            "Elige primero las cartas de tu mano que bajan con la del centro.",
            "First choose the cards of your hand that go down with the centre card.",
            "Choisissez d'abord les cartes à étaler avec celle du centre.",
        ),
        "table.save_refusal": Words(
            "Guardar el rechazo firmado", "Save the signed refusal", "Enregistrer le refus signé"
        ),
        "table.rule": Words("Regla {rule}", "Rule {rule}", "Règle {rule}"),
        # Arranging by hand
        "table.groups": Words("Tus combinaciones", "Your melds", "Vos combinaisons"),
        "table.group": Words(
            "Combinación {number}: {cards}", "Meld {number}: {cards}", "Combinaison {number} : {cards}"
        ),
        "table.new_meld": Words("Combinación nueva", "New meld", "Nouvelle combinaison"),
        "table.put_here": Words("Poner aquí", "Put here", "Placer ici"),
        "table.to_hand": Words("A la mano", "Back to hand", "Reprendre en main"),
        # Around the hands
        "table.waiting": Words("Faltan jugadores", "Waiting for players", "Il manque des joueurs"),
        "table.waiting_how": Words(
            "Manda a cada quien su enlace. Se reparte en cuanto se ocupe el último lugar.",
            "Send everybody their link. The cards are dealt as soon as the last seat is taken.",
            "Envoyez à chacun son lien. On distribue dès que la dernière place est prise.",
        ),
        "table.waiting_ready": Words("Ya están todos", "Everybody is here", "Tout le monde est là"),
        "table.waiting_how_ready": Words(
            "Manda a cada quien su enlace. Se reparte cuando todos estén listos; antes no corre el tiempo.",
            "Send everybody their link. The cards are dealt when all are ready; no clock runs before.",
            "Envoyez à chacun son lien. On distribue quand tous sont prêts ; avant, aucune pendule ne court.",
        ),
        "table.host": Words("anfitrión", "host", "hôte"),
        "table.is_ready": Words("listo", "ready", "prêt"),
        "table.is_not_ready": Words("todavía no", "not ready yet", "pas encore prêt"),
        "table.ready_waits": Words(
            "Estás listo. Falta {names}…",
            "You are ready. Waiting for {names}…",
            "Vous êtes prêt. Il manque {names}…",
        ),
        "table.ready_seats": Words(
            "Estás listo. Faltan jugadores…",
            "You are ready. Waiting for players…",
            "Vous êtes prêt. Il manque des joueurs…",
        ),
        "table.begin": Words(
            "Empezar con bots en los lugares libres",
            "Begin with bots in the free seats",
            "Commencer avec des bots aux places libres",
        ),
        "table.begin_bot": Words("Bot", "Bot", "Bot"),
        "table.host_invites": Words(
            "El anfitrión te invita a jugar", "The host invites you to play", "L'hôte vous invite à jouer"
        ),
        "table.you_are_invited": Words(
            "Te invitan a jugar", "You are invited to play", "On vous invite à jouer"
        ),
        "table.closed_door": Words(
            "La mesa es privada: solo la ven quienes están sentados a ella.",
            "The table is private: only those who sit at it see it.",
            "La table est privée : seuls ceux qui y sont assis la voient.",
        ),
        "table.join": Words("Unirme", "Join", "Rejoindre"),
        "table.your_seat": Words("Tu lugar", "Your seat", "Votre place"),
        "table.start_ready": Words(
            "Se reparte cuando todos estén listos. Antes no corre el tiempo de nadie.",
            "The cards are dealt when everybody is ready. Nobody's clock runs before.",
            "On distribue quand tout le monde est prêt. Avant, la pendule de personne ne court.",
        ),
        "table.start_full": Words(
            "Se reparte en cuanto se ocupe el último lugar, y desde entonces corre el tiempo.",
            "The cards are dealt as soon as the last seat is taken, and the clock runs from then on.",
            "On distribue dès que la dernière place est prise, et la pendule court aussitôt.",
        ),
        "table.terms_stake": Words("Apuesta: {stake}", "Stake: {stake}", "Enjeu : {stake}"),
        "table.terms_chips": Words(
            "Apuesta: {stake} fichas", "Stake: {stake} chips", "Enjeu : {stake} jetons"
        ),
        "table.terms_hands_one": Words("{count} mano", "{count} hand", "{count} manche"),
        "table.terms_hands_other": Words("{count} manos", "{count} hands", "{count} manches"),
        "table.terms_endless": Words(
            "hasta que alguien se vaya", "until somebody leaves", "jusqu'à ce que quelqu'un parte"
        ),
        "table.terms_limit": Words("{time} por jugada", "{time} for a decision", "{time} par décision"),
        "table.used": Words(
            "Esta invitación ya se usó", "This invitation has been used", "Cette invitation a déjà servi"
        ),
        "table.used_live": Words(
            "Su lugar está ocupado. La partida se puede mirar.",
            "Its seat is taken. You can watch the game.",
            "Sa place est prise. Vous pouvez regarder la partie.",
        ),
        "table.link_for": Words("Enlace para {seat}", "Link for {seat}", "Lien pour {seat}"),
        "table.copy": Words("Copiar", "Copy", "Copier"),
        "table.copied": Words("Copiado", "Copied", "Copié"),
        "table.kept_for": Words("apartado para {player}", "kept for {player}", "réservée à {player}"),
        "table.invited": Words("por invitación", "by invitation", "sur invitation"),
        "table.door": Words(
            "Esta mesa tiene lugar", "This table has a free seat", "Cette table a une place libre"
        ),
        "table.sit": Words("Sentarme aquí", "Sit here", "M'asseoir ici"),
        "table.left_by": Words("{name} (se fue)", "{name} (has left)", "{name} (parti)"),
        "table.watch_link": Words("Mirar la partida", "Watch the game", "Regarder la partie"),
        "table.committing": Words(
            "Tu azar en el mazo", "Your chance in the deck", "Votre hasard dans le jeu"
        ),
        "table.committing_why": Words(
            "Cada jugador sella un número al azar; juntos deciden el mazo, y nadie puede escogerlo.",
            "Every player seals a random number; together they decide the deck, and nobody can choose it.",
            "Chaque joueur scelle un nombre au hasard ; ensemble ils font le jeu, que nul ne peut choisir.",
        ),
        "table.commit": Words("Sellar y empezar", "Seal and begin", "Sceller et commencer"),
        "table.commit_wait": Words(
            "Sellado. Faltan los demás…", "Sealed. Waiting for the others…", "Scellé. On attend…"
        ),
        "table.revealing": Words("Se abren los números", "The numbers are opened", "On ouvre les nombres"),
        "table.revealing_why": Words(
            "Esta página abre el tuyo sola. Con el último se reparte.",
            "This page opens yours by itself. The last one deals the cards.",
            "Cette page ouvre le vôtre seule. Au dernier, on distribue.",
        ),
        "table.ready_first": Words("Listo", "Ready", "Prêt"),
        "table.ready": Words("Siguiente mano", "Next hand", "Manche suivante"),
        "table.ready_wait": Words(
            "Esperando a los demás…", "Waiting for the others…", "On attend les autres…"
        ),
        "table.next_dealer": Words("Quién reparte la próxima", "Next dealer", "Prochain donneur"),
        "table.dealer_as_usual": Words("como de costumbre", "as usual", "comme d'habitude"),
        "table.ended_won": Words("¡Ganaste!", "You won!", "Vous avez gagné !"),
        "table.ended_lost": Words("Ganó {name}", "{name} won", "{name} a gagné"),
        "table.ended_tablas": Words("Tablas: nadie salió", "Tablas: nobody went out", "Partie nulle"),
        "table.rematch": Words("Revancha", "Rematch", "Revanche"),
        "table.replay": Words("Repasar la partida", "Replay the game", "Revoir la partie"),
        "table.home": Words("Otra partida", "Another game", "Une autre partie"),
        "table.frozen": Words(
            "Su historia está en duda. Quien opera el servicio tiene que decidir.",
            "Its history is in doubt. Whoever runs the service has to decide.",
            "Son historique est douteux. L'exploitant du service doit trancher.",
        ),
        "table.void_not_filled": Words(
            "No llegaron todos los jugadores.", "Not everybody came.", "Tous les joueurs ne sont pas venus."
        ),
        "table.void_not_revealed": Words(
            "Alguien no abrió su número a tiempo.",
            "Somebody did not open their number in time.",
            "Quelqu'un n'a pas ouvert son nombre à temps.",
        ),
        "table.void_abandoned": Words(
            "Nadie siguió jugando.", "Nobody played on.", "Plus personne ne jouait."
        ),
        "table.void_operator": Words(
            "Quien opera el servicio la terminó.",
            "The operator of the service ended it.",
            "L'exploitant du service y a mis fin.",
        ),
        "table.void_other": Words(
            "Terminó sin resultado.", "It ended without a result.", "Elle s'est terminée sans résultat."
        ),
        # Connection
        "table.reconnecting": Words("Se cortó la conexión.", "The connection was cut.", "Connexion coupée."),
        "table.reconnecting_why": Words(
            "La mesa se reconecta sola.", "The table reconnects by itself.", "La table se reconnecte seule."
        ),
        "table.unreachable_why": Words(
            "La mesa lo intenta de nuevo sola.",
            "The table tries again by itself.",
            "La table réessaie seule.",
        ),
        "table.clock_goes_on": Words(
            "El reloj sigue corriendo.", "The clock goes on.", "La pendule continue."
        ),
        "table.move_kept": Words(
            "Tu jugada está guardada y se manda sola, una sola vez.",
            "Your move is kept and will be sent by itself, once.",
            "Votre coup est gardé et sera envoyé seul, une fois.",
        ),
        # Beside the table
        "table.ledger": Words("Cuentas", "Ledger", "Comptes"),
        "table.ledger_hand": Words("Mano", "Hand", "Manche"),
        "table.ledger_row": Words(
            "{number} (apuesta {stake})", "{number} (stake {stake})", "{number} (enjeu {stake})"
        ),
        "table.ledger_sum": Words("Saldo", "Balance", "Solde"),
        "table.ledger_money": Words(
            "Apuesta actual: {stake}", "Present stake: {stake}", "Enjeu actuel : {stake}"
        ),
        "table.ledger_chips": Words(
            "Apuesta actual: {stake} fichas", "Present stake: {stake} chips", "Enjeu actuel : {stake} jetons"
        ),
        "table.ledger_house": Words(
            "La casa tiene {amount}.", "The house has {amount}.", "La maison a {amount}."
        ),
        "table.ledger_bank": Words(
            "Banco del equipo {team}: {amount}",
            "Bank of team {team}: {amount}",
            "Banque de l'équipe {team} : {amount}",
        ),
        "table.ledger_provisional": Words(
            "En disputa: mano {hands}.", "In dispute: hand {hands}.", "En litige : manche {hands}."
        ),
        "table.rules": Words("Reglas", "Rules", "Règles"),
        "table.keys": Words("Teclas", "Keys", "Touches"),
        "table.leave": Words("Dejar la mesa", "Leave the table", "Quitter la table"),
        "table.leave_sure": Words(
            "¿Dejas la mesa? No se puede volver; tu lugar paga y cobra hasta el final.",
            "Leave the table? There is no way back; your seat goes on paying and being paid.",
            "Quitter la table ? C'est sans retour ; votre place continue à payer et à encaisser.",
        ),
        "table.auto": Words(
            "Pasar solo cuando no puedo hacer otra cosa",
            "Pass by itself when I can do nothing else",
            "Passer seul quand je ne peux rien d'autre",
        ),
        "table.auto_always": Words(
            "Pasar siempre que nada sirva", "Always pass when nothing fits", "Toujours passer si rien ne va"
        ),
        "table.auto_passing": Words(
            "Nada entra con {card}: se pasa sola…",
            "Nothing fits with {card}: passing by itself…",
            "Rien ne va avec {card} : la page passe…",
        ),
        "table.standing_claim": Words(
            "En esta mano nada me sirve", "Claim nothing in this hand", "Ne rien réclamer dans cette manche"
        ),
        "table.standing_force": Words(
            "En esta mano no fuerzo", "Force nobody in this hand", "Ne forcer personne dans cette manche"
        ),
        "table.key_arrows": Words("← → — por tu mano", "← → — along your hand", "← → — dans votre main"),
        "table.key_space": Words(
            "Espacio — elegir la carta", "Space — choose the card", "Espace — choisir la carte"
        ),
        "table.key_enter": Words("Intro — jugar lo elegido", "Enter — play what is chosen", "Entrée — jouer"),
        "table.key_l": Words("L — bajar", "L — meld", "L — étaler"),
        "table.key_a": Words("A — acomodar yo", "A — arrange it myself", "A — arranger moi-même"),
        "table.key_p": Words("P — pasar", "P — pass", "P — passer"),
        "table.key_f": Words("F — forzar", "F — force", "F — forcer"),
        "table.key_k": Words("K — guardar", "K — keep", "K — garder"),
        "table.key_s": Words("S — ordenar la mano", "S — sort the hand", "S — trier la main"),
        "table.key_d": Words(
            "D — ver la pila de descarte", "D — look at the dead cards", "D — voir les cartes mortes"
        ),
        "table.key_h": Words("H — ir a tu mano", "H — go to your hand", "H — aller à votre main"),
        "table.key_esc": Words("Esc — volver", "Esc — back", "Échap — retour"),
        "table.key_help": Words("? — esta ayuda", "? — this help", "? — cette aide"),
    }
)
