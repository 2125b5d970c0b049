#!/bin/sh
# A remote bot of curl and awk: makes the first legal move that is no fold.
# CONQUIAN_URL=http://127.0.0.1:8000 CONQUIAN_KEY=cq_key_... sh bot.sh
URL=${CONQUIAN_URL:-http://127.0.0.1:8000}
: "${CONQUIAN_KEY:?names no API key}"

call() {
  curl -s --max-time 40 -K - "$@" <<KEY
header = "Authorization: Bearer $CONQUIAN_KEY"
KEY
}

# One move of each game: the first, or one after it if that is to fold.
choose() { awk '!($1 in move) || move[$1] ~ /"fold"/ { move[$1] = $0 } END { for (game in move) print move[game] }'; }

while :; do
  ASKED=$(call -w '%{http_code}' -H 'Accept: text/plain' "$URL/v1/players/me/decisions?wait=25")
  case $ASKED in
    *200) ;;
    *401 | *403) echo "$ASKED" >&2; exit 1 ;;
    *) sleep 1; continue ;;
  esac
  echo "$ASKED" | grep '^g-' | choose | while read -r GAME PLY MOVE; do
    # Sent until an answer comes: the Idempotency-Key makes a move that was sent twice count once.
    call -o /dev/null --retry 1000 --retry-delay 1 --retry-all-errors -H "If-Match: \"$PLY\"" \
      -H "Idempotency-Key: $PLY" -H 'Content-Type: application/json' -d "$MOVE" "$URL/v1/games/$GAME/moves"
  done
done
