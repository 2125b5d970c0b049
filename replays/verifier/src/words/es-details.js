/** The findings, and why a file cannot be read, in Spanish, by the English text; # stands for a value. */

export const details = {
  "line #: #":
    "línea #: #",
  "the line cannot be taken as it is: #":
    "la línea no se puede tomar como está: #",
  "its end is missing":
    "le falta el final",
  "the line that opens the keys is missing":
    "falta la línea que abre las llaves",
  "the line of the proof is missing":
    "falta la línea de la prueba",
  "the line of the rulebook is missing":
    "falta la línea del reglamento",
  "after the entries there is no place for this line":
    "después de las entradas no hay lugar para esta línea",
  "damaged_at is not the entry after those that are there":
    "damaged_at no es la entrada que sigue a las que hay",
  "the form is wrong: #":
    "la forma no es correcta: #",
  "# is not that of the log":
    "# no es lo que dice el registro",
  "entry # is missing here":
    "aquí falta la entrada #",
  "the entry here has another number":
    "la entrada que está aquí tiene otro número",
  "the entry belongs to another game":
    "la entrada es de otra partida",
  "the digest does not follow from the entry and the one before":
    "la huella no se sigue de la entrada y de la anterior",
  "nobody of this name acts at the table":
    "nadie de este nombre actúa en la mesa",
  "the clock goes back":
    "el reloj va hacia atrás",
  "a game of bots alone has no clock, so its time is 0":
    "una partida de solo programas no tiene reloj: su hora es 0",
  "no event tells under which rules the game is played":
    "ningún suceso dice con qué reglas se juega",
  "rules_hash is not that of the sheet":
    "rules_hash no es la huella de la hoja",
  "the hash is not that of the paragraphs":
    "la huella no es la de los párrafos",
  "the rulebook is not the one that entry 1 names":
    "el reglamento no es el que nombra la entrada 1",
  "no key was opened that was committed to":
    "no se abrió ninguna llave que se hubiera fijado antes",
  "the log does not end with the reveal":
    "el registro no termina con la apertura de las llaves",
  "the game was over at entry #":
    "la partida había terminado en la entrada #",
  "the commitment to the key of hand # does not hold":
    "el compromiso sobre la llave de la mano # no se cumple",
  "seat # did not open what it had committed to":
    "el lugar # no abrió lo que había prometido",
  "the hidden parts are not those that the entry lists":
    "las partes ocultas no son las que la entrada enumera",
  "the salt does not follow from the key of the hand":
    "la sal no se sigue de la llave de la mano",
  "the hidden part is not the one that was sealed":
    "la parte oculta no es la que se selló",
  "the rules refuse it: #":
    "las reglas no lo permiten (#)",
  "event # (#) is not what the rules give":
    "el suceso # (#) no es el que dan las reglas",
  "what is hidden is not what the keys and the rules give":
    "lo oculto no es lo que dan las llaves y las reglas",
  "the cards do not add up":
    "las cartas no cuadran",
  "the events do not fit the position":
    "los sucesos no caben en la posición",
  "the rules cannot be asked about it: #":
    "no se puede preguntar a las reglas por esto: #",
  "the cards do not add up: #":
    "las cartas no cuadran: #",
  "the events do not fit the position: #":
    "los sucesos no caben en la posición: #",
  "the ledger does not add up":
    "las cuentas no cuadran",
  "a receipt proves nothing: #":
    "un recibo no prueba nada: #",
  "a receipt tells against the log: #":
    "un recibo contradice el registro: #",
  "a refusal proves nothing: #":
    "un rechazo no prueba nada: #",
  "a refusal does not fit the log: #":
    "un rechazo no cabe en el registro: #",
  "the table has no such seat":
    "la mesa no tiene ese lugar",
  "it is signed with a key that the list does not have":
    "está firmado con una llave que no está en la lista",
  "its signature is not one of that key":
    "su firma no es de esa llave",
  "the log has another digest there":
    "el registro tiene ahí otra huella",
  "the log has no such entry":
    "el registro no tiene esa entrada",
  "it is of another game":
    "es de otra partida",
  "this is not a record":
    "esto no es el registro de una partida",
  "this is a zip file, which is no record":
    "este es un archivo zip, que no es un registro",
  "this is the record of a tournament, which conquian audit proves; here only its games are":
    "este es el registro de un torneo, que prueba conquian audit; aquí solo se prueban sus partidas",
  "this is the record of a dispute, which is proved in its bundle, beside the game":
    "este es el registro de una disputa, que se prueba en su paquete, junto a la partida",
  "this version of the rules is not known here":
    "aquí no se conoce esta versión de las reglas",
  "the sheet cannot be played by: #":
    "con esta hoja no se puede jugar: #",
  "the key in the last line is not the one that was committed to":
    "la llave de la última línea no es la que se había fijado",
  "the deal keys in the last line do not follow from the key":
    "las llaves de las manos de la última línea no se siguen de la llave",
  "the hidden parts do not fit the entry":
    "las partes ocultas no caben en la entrada",
  "the rules cannot be asked about it":
    "no se puede preguntar a las reglas por esto",
  "the command is not stored as such a command is":
    "la jugada no está guardada como se guarda una así",
  "the log names a key that the list does not have":
    "el registro nombra una llave que no está en la lista",
  "the log names a key that was not in force then":
    "el registro nombra una llave que entonces no valía",
  "frozen without a reason: #":
    "congelada sin motivo: #",
  "frozen: the log does not have the entry # for which there is a receipt":
    "congelada: el registro no tiene la entrada # de la que hay un recibo",
  "the service has signed two histories: another entry #, and entry #, which is chained to the entry # of this log":
    "el servicio firmó dos historias: otra entrada #, y la entrada #, que está encadenada con la entrada # de este registro",
  "the service has signed two different entries for ply #":
    "el servicio firmó dos entradas distintas con el número #",
  "the log does not contradict the receipt":
    "el registro no contradice el recibo",
  "the record of the parent is not clean itself":
    "el registro de origen no está limpio él mismo",
  "the record of the parent has no such entry at which a hand is played":
    "el registro de origen no tiene esa entrada con una mano en juego",
  "the # is not that of the parent":
    "# no es lo que dice el origen",
  "it is not UTF-8":
    "no es UTF-8",
  "it is not an object":
    "no es un objeto",
  "it is not in canonical form":
    "no está en forma canónica",
  "the line is longer than # bytes":
    "la línea pasa de # bytes",
  "there are more than # entries":
    "hay más de # entradas",
  "the record is longer than # bytes":
    "el registro pasa de # bytes",
  "v is not that of a record of this form":
    "v no es la de un registro de esta forma",
  "there is nothing":
    "no hay nada",
  "record is \"conquian\"":
    "record es \"conquian\"",
  "what is stored is not what was written":
    "lo guardado no es lo que se escribió",
  "the header of a damaged log has damaged_at, game, plies, record and v":
    "el encabezado de un registro dañado tiene damaged_at, game, plies, record y v",
  "plies is a number of entries":
    "plies es un número de entradas",
  "damaged_at is an entry of the log":
    "damaged_at es una entrada del registro",
  "v is 1 or 2":
    "v es 1 o 2",
  "v is 1":
    "v es 1",
  "game is a game id":
    "game es el identificador de una partida",
  "variant is a name":
    "variant es un nombre",
  "kind is a word":
    "kind es una palabra",
  "numbers are whole":
    "los números son enteros",
  "player and bot are names or null":
    "player y bot son nombres o null",
  "a header":
    "un encabezado",
  "a receipt":
    "un recibo",
  "a refusal":
    "un rechazo",
  "the public part":
    "la parte pública",
  "a player has a kind, a player and a bot":
    "un jugador tiene kind, player y bot",
  "a rulebook has an edition, a hash and paragraphs":
    "un reglamento tiene edition, hash y paragraphs",
  "rulebook has an edition and a hash":
    "rulebook tiene edition y hash",
  "edition is a number from 1":
    "edition es un número desde 1",
  "paragraphs are texts":
    "paragraphs son textos",
  "an entry has a digest, hidden and public":
    "una entrada tiene digest, hidden y public",
  "a hidden part has an audience, a part and a salt":
    "una parte oculta tiene audience, part y salt",
  "audience is 0 to 255":
    "audience va de 0 a 255",
  "a reveal has deal_keys and game_key":
    "la apertura de las llaves tiene deal_keys y game_key",
  "a proof has receipts and a checkpoint":
    "una prueba tiene receipts y checkpoint",
  "a checkpoint has a note, an index, a size and a path":
    "un punto de control tiene note, index, size y path",
  "note is a text":
    "note es un texto",
  "index and size are numbers":
    "index y size son números",
  "path is a list of hashes":
    "path es una lista de huellas",
  "a receipt names its key":
    "un recibo nombra su llave",
  "a receipt names the log":
    "un recibo nombra el registro",
  "a receipt names ply and time":
    "un recibo dice la entrada y la hora",
  "a refusal names its key":
    "un rechazo nombra su llave",
  "a refusal names the log":
    "un rechazo nombra el registro",
  "a refusal names ply and time":
    "un rechazo dice la entrada y la hora",
  "a refusal names a seat or none":
    "un rechazo nombra un lugar o ninguno",
  "a refusal names its code":
    "un rechazo nombra su código",
  "a refusal cites a paragraph":
    "un rechazo cita un párrafo",
  "a receipt has texts":
    "un recibo tiene textos",
  "signature is 128 hex digits":
    "signature son 128 cifras hexadecimales",
  "ply and time are numbers":
    "ply y time son números",
  "game and actor are texts":
    "game y actor son textos",
  "events are objects with a type":
    "events son objetos con type",
  "seals are pairs of audience and hash":
    "seals son pares de destinatario y huella",
  "receipt_key is the id of a key":
    "receipt_key es el identificador de una llave",
  "a key list has v 1 and keys":
    "una lista de llaves tiene v 1 y keys",
  "a key list says whose keys they are":
    "una lista de llaves dice de quién son",
  "a key has an algorithm and a public key":
    "una llave tiene algoritmo y parte pública",
  "a key says from when until when it signs":
    "una llave dice desde cuándo y hasta cuándo firma",
  "rules sheet":
    "la hoja de reglas",
  "# has the members #":
    "# tiene los miembros #",
  "# is 64 hex digits":
    "# son 64 cifras hexadecimales",
  "# are 64 hex digits each":
    "# son de 64 cifras hexadecimales cada una",
  "# is a list":
    "# es una lista",
  "# is an object":
    "# es un objeto",
  "# has nothing else":
    "# no tiene nada más",
  "unknown variant #":
    "variante desconocida #",
  "unknown option #":
    "opción desconocida #",
  "# without a hand":
    "# sin una mano",
  "# is not where it is taken from":
    "# no está de donde se toma",
  "# was not on top of the stock":
    "# no estaba encima de la baceta",
  "# did not lie in the centre":
    "# no estaba en el centro",
  "the table does not hold what was melded":
    "en la mesa no está lo que se bajó",
  "the cards are not those of the packs":
    "las cartas no son las de la baraja",
  "it has no keys":
    "no tiene llaves",
  "a key stands there twice":
    "una llave está dos veces",
  "the id of a key follows from it":
    "el identificador de una llave se sigue de ella",
  "it is signed with a key that was not yet in force at its time":
    "está firmado con una llave que a su hora aún no valía",
  "it is signed with a key that was retired at its time":
    "está firmado con una llave que a su hora ya se había retirado",
  "the entry has another time":
    "la entrada tiene otra hora",
  "the checkpoint is of another log than the keys":
    "el punto de control es de otro registro que las llaves",
  "no key of the list has signed the checkpoint":
    "ninguna llave de la lista firmó el punto de control",
  "the signature of the checkpoint is wrong":
    "la firma del punto de control no es correcta",
  "the checkpoint is signed with a key that was not in force":
    "el punto de control está firmado con una llave que no valía",
  "the note of the checkpoint is not one":
    "la nota del punto de control no lo es",
  "the checkpoint is not the one that the proof is for":
    "el punto de control no es el de la prueba",
  "the path does not lead from the end of the game to the root":
    "el camino no lleva del final de la partida a la raíz",
  "by a signed checkpoint the game ended at entry #, with a digest that is not the last one of this record":
    "según un punto de control firmado la partida acabó en la entrada #, con una huella que no es la última de este registro",
  "this is not the header of a dispute's record":
    "este no es el encabezado del registro de una disputa",
  "the entry in dispute is not one of this game":
    "la entrada en disputa no es de esta partida",
  "the record has no entries":
    "el registro no tiene entradas",
  "of a dispute nothing is hidden":
    "en una disputa nada está oculto",
  "the refusal in evidence is not the service's":
    "el rechazo que se aporta no es del servicio",
  "the checkpoint in evidence is not the service's":
    "el punto de control que se aporta no es del servicio",
  "the receipt in evidence is not the service's":
    "el recibo que se aporta no es del servicio",
  "the dispute was over before":
    "la disputa ya había terminado",
  "nobody of this name acts in a dispute":
    "nadie con ese nombre actúa en una disputa",
  "the command is none of a dispute":
    "esa orden no es de una disputa",
  "the events are not what the rules give":
    "los sucesos no son los que dan las reglas",
  "the hand in dispute is not that of the entry":
    "la mano en disputa no es la de la entrada",
  "the parties are not the seats of the game":
    "las partes no son los lugares de la partida",
  "the parties are not the players of the game":
    "las partes no son los jugadores de la partida",
  "what was refused is no command of the game":
    "lo rechazado no es una jugada",
  "the cards of the hand were not open then":
    "las cartas de la mano aún no estaban abiertas",
  "the verdict stands on another log":
    "el veredicto descansa en otro registro",
  "the records do not tell what must stand beside them":
    "los registros no dicen qué debe estar a su lado",
  "# is missing":
    "falta #",
  "# is not what the records tell":
    "# no es lo que dicen los registros",
  "# does not belong in a bundle":
    "# no es parte de un paquete",
  "# is not a list of receipts":
    "# no es una lista de recibos",
  "# is not the list of keys that is trusted":
    "# no es la lista de llaves en que se confía",
  "this is not the bundle of a dispute":
    "este no es el paquete de una disputa",
  "this is no whole zip file":
    "este no es un archivo zip entero",
  "the directory of the zip file is damaged":
    "el índice del archivo zip está dañado",
  "# stands there twice":
    "# está dos veces",
  "# is compressed, as no file of a bundle is":
    "# está comprimido, como ningún archivo de un paquete",
  "the bundle is larger than any can be":
    "el paquete es mayor de lo que puede ser",
  "# is damaged":
    "# está dañado",
  "the machine judges otherwise: #":
    "la máquina juzga otra cosa: #",
  "the file cannot be read: #":
    "el archivo no se puede leer: #",
  "# is not JSON":
    "# no es JSON",
  "the key list is none: #":
    "la lista de llaves no lo es: #",
};
