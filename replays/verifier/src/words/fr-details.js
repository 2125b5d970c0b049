/** The findings, and why a file cannot be read, in French, by the English text; # stands for a value. */

export const details = {
  "line #: #":
    "ligne # : #",
  "the line cannot be taken as it is: #":
    "la ligne ne peut être prise telle quelle : #",
  "its end is missing":
    "sa fin manque",
  "the line that opens the keys is missing":
    "la ligne qui ouvre les clés manque",
  "the line of the proof is missing":
    "la ligne de la preuve manque",
  "the line of the rulebook is missing":
    "la ligne du règlement manque",
  "after the entries there is no place for this line":
    "après les entrées il n'y a pas de place pour cette ligne",
  "damaged_at is not the entry after those that are there":
    "damaged_at n'est pas l'entrée qui suit celles qui sont là",
  "the form is wrong: #":
    "la forme n'est pas correcte : #",
  "# is not that of the log":
    "# n'est pas ce que dit le journal",
  "entry # is missing here":
    "ici manque l'entrée #",
  "the entry here has another number":
    "l'entrée qui est ici a un autre numéro",
  "the entry belongs to another game":
    "l'entrée est d'une autre partie",
  "the digest does not follow from the entry and the one before":
    "l'empreinte ne découle pas de l'entrée et de la précédente",
  "nobody of this name acts at the table":
    "personne de ce nom n'agit à la table",
  "the clock goes back":
    "l'horloge recule",
  "a game of bots alone has no clock, so its time is 0":
    "une partie de seuls programmes n'a pas d'horloge : son heure est 0",
  "no event tells under which rules the game is played":
    "aucun événement ne dit selon quelles règles on joue",
  "rules_hash is not that of the sheet":
    "rules_hash n'est pas l'empreinte de la feuille",
  "the hash is not that of the paragraphs":
    "l'empreinte n'est pas celle des paragraphes",
  "the rulebook is not the one that entry 1 names":
    "le règlement n'est pas celui que nomme l'entrée 1",
  "no key was opened that was committed to":
    "aucune clé fixée d'avance n'a été ouverte",
  "the log does not end with the reveal":
    "le journal ne finit pas par l'ouverture des clés",
  "the game was over at entry #":
    "la partie était finie à l'entrée #",
  "the commitment to the key of hand # does not hold":
    "l'engagement sur la clé de la manche # ne tient pas",
  "seat # did not open what it had committed to":
    "la place # n'a pas ouvert ce qu'elle avait promis",
  "the hidden parts are not those that the entry lists":
    "les parties cachées ne sont pas celles que l'entrée énumère",
  "the salt does not follow from the key of the hand":
    "le sel ne découle pas de la clé de la manche",
  "the hidden part is not the one that was sealed":
    "la partie cachée n'est pas celle qui fut scellée",
  "the rules refuse it: #":
    "les règles le refusent (#)",
  "event # (#) is not what the rules give":
    "l'événement # (#) n'est pas celui que donnent les règles",
  "what is hidden is not what the keys and the rules give":
    "ce qui est caché n'est pas ce que donnent les clés et les règles",
  "the cards do not add up":
    "le compte des cartes n'y est pas",
  "the events do not fit the position":
    "les événements ne vont pas avec la position",
  "the rules cannot be asked about it: #":
    "on ne peut interroger les règles là-dessus : #",
  "the cards do not add up: #":
    "le compte des cartes n'y est pas : #",
  "the events do not fit the position: #":
    "les événements ne vont pas avec la position : #",
  "the ledger does not add up":
    "les comptes ne tombent pas juste",
  "a receipt proves nothing: #":
    "un reçu ne prouve rien : #",
  "a receipt tells against the log: #":
    "un reçu contredit le journal : #",
  "a refusal proves nothing: #":
    "un refus ne prouve rien : #",
  "a refusal does not fit the log: #":
    "un refus ne va pas avec le journal : #",
  "the table has no such seat":
    "la table n'a pas cette place",
  "it is signed with a key that the list does not have":
    "il est signé avec une clé qui n'est pas dans la liste",
  "its signature is not one of that key":
    "sa signature n'est pas de cette clé",
  "the log has another digest there":
    "le journal y a une autre empreinte",
  "the log has no such entry":
    "le journal n'a pas cette entrée",
  "it is of another game":
    "il est d'une autre partie",
  "this is not a record":
    "ceci n'est pas l'enregistrement d'une partie",
  "this is a zip file, which is no record":
    "ceci est un fichier zip, qui n'est pas un enregistrement",
  "this is the record of a tournament, which conquian audit proves; here only its games are":
    "ceci est l'enregistrement d'un tournoi, que prouve conquian audit ; ici, on ne prouve que ses parties",
  "this is the record of a dispute, which is proved in its bundle, beside the game":
    "ceci est l'enregistrement d'un litige, qui se prouve dans son dossier, à côté de la partie",
  "this version of the rules is not known here":
    "cette version des règles n'est pas connue ici",
  "the sheet cannot be played by: #":
    "cette feuille n'est pas jouable : #",
  "the key in the last line is not the one that was committed to":
    "la clé de la dernière ligne n'est pas celle qui avait été fixée",
  "the deal keys in the last line do not follow from the key":
    "les clés des manches de la dernière ligne ne découlent pas de la clé",
  "the hidden parts do not fit the entry":
    "les parties cachées ne vont pas avec l'entrée",
  "the rules cannot be asked about it":
    "on ne peut interroger les règles là-dessus",
  "the command is not stored as such a command is":
    "le coup n'est pas noté comme un tel coup l'est",
  "the log names a key that the list does not have":
    "le journal nomme une clé qui n'est pas dans la liste",
  "the log names a key that was not in force then":
    "le journal nomme une clé qui n'était pas en vigueur alors",
  "frozen without a reason: #":
    "gelée sans raison : #",
  "frozen: the log does not have the entry # for which there is a receipt":
    "gelée : le journal n'a pas l'entrée # dont il y a un reçu",
  "the service has signed two histories: another entry #, and entry #, which is chained to the entry # of this log":
    "le service a signé deux histoires : une autre entrée #, et l'entrée #, enchaînée à l'entrée # de ce journal",
  "the service has signed two different entries for ply #":
    "le service a signé deux entrées différentes pour le numéro #",
  "the log does not contradict the receipt":
    "le journal ne contredit pas le reçu",
  "the record of the parent is not clean itself":
    "l'enregistrement d'origine n'est pas net lui-même",
  "the record of the parent has no such entry at which a hand is played":
    "l'enregistrement d'origine n'a pas cette entrée avec une manche en cours",
  "the # is not that of the parent":
    "# n'est pas ce que dit l'origine",
  "it is not UTF-8":
    "ce n'est pas de l'UTF-8",
  "it is not an object":
    "ce n'est pas un objet",
  "it is not in canonical form":
    "ce n'est pas sous forme canonique",
  "the line is longer than # bytes":
    "la ligne dépasse # octets",
  "there are more than # entries":
    "il y a plus de # entrées",
  "the record is longer than # bytes":
    "l'enregistrement dépasse # octets",
  "v is not that of a record of this form":
    "v n'est pas celle d'un enregistrement de cette forme",
  "there is nothing":
    "il n'y a rien",
  "record is \"conquian\"":
    "record est \"conquian\"",
  "what is stored is not what was written":
    "ce qui est gardé n'est pas ce qui fut écrit",
  "the header of a damaged log has damaged_at, game, plies, record and v":
    "l'en-tête d'un journal endommagé a damaged_at, game, plies, record et v",
  "plies is a number of entries":
    "plies est un nombre d'entrées",
  "damaged_at is an entry of the log":
    "damaged_at est une entrée du journal",
  "v is 1 or 2":
    "v est 1 ou 2",
  "v is 1":
    "v est 1",
  "game is a game id":
    "game est l'identifiant d'une partie",
  "variant is a name":
    "variant est un nom",
  "kind is a word":
    "kind est un mot",
  "numbers are whole":
    "les nombres sont entiers",
  "player and bot are names or null":
    "player et bot sont des noms ou null",
  "a header":
    "un en-tête",
  "a receipt":
    "un reçu",
  "a refusal":
    "un refus",
  "the public part":
    "la partie publique",
  "a player has a kind, a player and a bot":
    "un joueur a kind, player et bot",
  "a rulebook has an edition, a hash and paragraphs":
    "un règlement a edition, hash et paragraphs",
  "rulebook has an edition and a hash":
    "rulebook a edition et hash",
  "edition is a number from 1":
    "edition est un nombre à partir de 1",
  "paragraphs are texts":
    "paragraphs sont des textes",
  "an entry has a digest, hidden and public":
    "une entrée a digest, hidden et public",
  "a hidden part has an audience, a part and a salt":
    "une partie cachée a audience, part et salt",
  "audience is 0 to 255":
    "audience va de 0 à 255",
  "a reveal has deal_keys and game_key":
    "l'ouverture des clés a deal_keys et game_key",
  "a proof has receipts and a checkpoint":
    "une preuve a receipts et checkpoint",
  "a checkpoint has a note, an index, a size and a path":
    "un point de contrôle a note, index, size et path",
  "note is a text":
    "note est un texte",
  "index and size are numbers":
    "index et size sont des nombres",
  "path is a list of hashes":
    "path est une liste d'empreintes",
  "a receipt names its key":
    "un reçu nomme sa clé",
  "a receipt names the log":
    "un reçu nomme le journal",
  "a receipt names ply and time":
    "un reçu dit l'entrée et l'heure",
  "a refusal names its key":
    "un refus nomme sa clé",
  "a refusal names the log":
    "un refus nomme le journal",
  "a refusal names ply and time":
    "un refus dit l'entrée et l'heure",
  "a refusal names a seat or none":
    "un refus nomme une place ou aucune",
  "a refusal names its code":
    "un refus nomme son code",
  "a refusal cites a paragraph":
    "un refus cite un paragraphe",
  "a receipt has texts":
    "un reçu a des textes",
  "signature is 128 hex digits":
    "signature compte 128 chiffres hexadécimaux",
  "ply and time are numbers":
    "ply et time sont des nombres",
  "game and actor are texts":
    "game et actor sont des textes",
  "events are objects with a type":
    "events sont des objets avec type",
  "seals are pairs of audience and hash":
    "seals sont des paires de destinataire et d'empreinte",
  "receipt_key is the id of a key":
    "receipt_key est l'identifiant d'une clé",
  "a key list has v 1 and keys":
    "une liste de clés a v 1 et keys",
  "a key list says whose keys they are":
    "une liste de clés dit à qui elles sont",
  "a key has an algorithm and a public key":
    "une clé a un algorithme et une partie publique",
  "a key says from when until when it signs":
    "une clé dit de quand à quand elle signe",
  "rules sheet":
    "la feuille de règles",
  "# has the members #":
    "# a les membres #",
  "# is 64 hex digits":
    "# compte 64 chiffres hexadécimaux",
  "# are 64 hex digits each":
    "# sont de 64 chiffres hexadécimaux chacune",
  "# is a list":
    "# est une liste",
  "# is an object":
    "# est un objet",
  "# has nothing else":
    "# n'a rien d'autre",
  "unknown variant #":
    "variante inconnue #",
  "unknown option #":
    "option inconnue #",
  "# without a hand":
    "# sans donne",
  "# is not where it is taken from":
    "# n'est pas là d'où on la prend",
  "# was not on top of the stock":
    "# n'était pas sur le talon",
  "# did not lie in the centre":
    "# n'était pas au centre",
  "the table does not hold what was melded":
    "l'étalage n'a pas ce qui fut étalé",
  "the cards are not those of the packs":
    "les cartes ne sont pas celles du jeu",
  "it has no keys":
    "elle n'a pas de clés",
  "a key stands there twice":
    "une clé y est deux fois",
  "the id of a key follows from it":
    "l'identifiant d'une clé en découle",
  "it is signed with a key that was not yet in force at its time":
    "il est signé avec une clé pas encore en vigueur à son heure",
  "it is signed with a key that was retired at its time":
    "il est signé avec une clé déjà retirée à son heure",
  "the entry has another time":
    "l'entrée a une autre heure",
  "the checkpoint is of another log than the keys":
    "le point de contrôle est d'un autre journal que les clés",
  "no key of the list has signed the checkpoint":
    "aucune clé de la liste n'a signé le point de contrôle",
  "the signature of the checkpoint is wrong":
    "la signature du point de contrôle est fausse",
  "the checkpoint is signed with a key that was not in force":
    "le point de contrôle est signé avec une clé qui n'était pas en vigueur",
  "the note of the checkpoint is not one":
    "la note du point de contrôle n'en est pas une",
  "the checkpoint is not the one that the proof is for":
    "le point de contrôle n'est pas celui de la preuve",
  "the path does not lead from the end of the game to the root":
    "le chemin ne mène pas de la fin de la partie à la racine",
  "by a signed checkpoint the game ended at entry #, with a digest that is not the last one of this record":
    "selon un point de contrôle signé la partie a fini à l'entrée #, avec une empreinte qui n'est pas la dernière de cet enregistrement",
  "this is not the header of a dispute's record":
    "ce n'est pas l'en-tête de l'enregistrement d'un litige",
  "the entry in dispute is not one of this game":
    "l'entrée en litige n'est pas de cette partie",
  "the record has no entries":
    "l'enregistrement n'a pas d'entrées",
  "of a dispute nothing is hidden":
    "d'un litige rien n'est caché",
  "the refusal in evidence is not the service's":
    "le refus produit n'est pas du service",
  "the checkpoint in evidence is not the service's":
    "le point de contrôle produit n'est pas du service",
  "the receipt in evidence is not the service's":
    "le reçu produit n'est pas du service",
  "the dispute was over before":
    "le litige était déjà clos",
  "nobody of this name acts in a dispute":
    "personne de ce nom n'agit dans un litige",
  "the command is none of a dispute":
    "cette commande n'est pas d'un litige",
  "the events are not what the rules give":
    "les événements ne sont pas ceux que donnent les règles",
  "the hand in dispute is not that of the entry":
    "la manche en litige n'est pas celle de l'entrée",
  "the parties are not the seats of the game":
    "les parties ne sont pas les places de la partie",
  "the parties are not the players of the game":
    "les parties ne sont pas les joueurs de la partie",
  "what was refused is no command of the game":
    "ce qui fut refusé n'est pas un coup de la partie",
  "the cards of the hand were not open then":
    "les cartes de la manche n'étaient pas encore ouvertes",
  "the verdict stands on another log":
    "le verdict repose sur un autre journal",
  "the records do not tell what must stand beside them":
    "les enregistrements ne disent pas ce qui doit être à leur côté",
  "# is missing":
    "# manque",
  "# is not what the records tell":
    "# n'est pas ce que disent les enregistrements",
  "# does not belong in a bundle":
    "# n'est pas d'un dossier",
  "# is not a list of receipts":
    "# n'est pas une liste de reçus",
  "# is not the list of keys that is trusted":
    "# n'est pas la liste de clés à laquelle on se fie",
  "this is not the bundle of a dispute":
    "ce n'est pas le dossier d'un litige",
  "this is no whole zip file":
    "ce n'est pas un fichier zip entier",
  "the directory of the zip file is damaged":
    "l'index du fichier zip est abîmé",
  "# stands there twice":
    "# y est deux fois",
  "# is compressed, as no file of a bundle is":
    "# est compressé, comme aucun fichier d'un dossier",
  "the bundle is larger than any can be":
    "le dossier est plus grand qu'il ne peut être",
  "# is damaged":
    "# est abîmé",
  "the machine judges otherwise: #":
    "la machine juge autrement : #",
  "the file cannot be read: #":
    "le fichier ne peut être lu : #",
  "# is not JSON":
    "# n'est pas du JSON",
  "the key list is none: #":
    "la liste de clés n'en est pas une : #",
};
