#!/bin/sh
# Sdadata @VERSION@ for @SYSTEM@ @MACHINE@, with a Python of its own: the archive behind this text is unpacked once into the data
# folder, `sdadata-dati` beside this file or the folder of SDADATA_HOME, and started from there. Made by laptop/standalone.py.
PATH=$PATH:/usr/bin:/bin

refuse() {
    printf '%s\n' "$1" >&2
    exit 1
}

# Whether the version $1 is older than $2.
older() {
    [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t. -k1,1n -k2,2n | head -n 1)" = "$1" ]
}

computer="$(uname -s) $(uname -m)"
[ "$computer" = "@SYSTEM@ @MACHINE@" ] || refuse "Questo file è per @SYSTEM@ @MACHINE@, e questo computer è $computer: prendi il file per questo."
if [ "@SYSTEM@" = Linux ]; then
    has=$(getconf GNU_LIBC_VERSION 2>/dev/null)
    [ -n "$has" ] || refuse "Questo file vuole un Linux con glibc @OLDEST@ o più recente, e questo non ce l'ha: prendi il file .pyz e un Python."
    older "${has#glibc }" "@OLDEST@" && refuse "Questo sistema ha $has e il file vuole glibc @OLDEST@ o più recente: prendi il file .pyz e un Python, o aggiorna il sistema."
else
    has=$(sw_vers -productVersion)
    older "$has" "@OLDEST@" && refuse "Questo sistema è macOS $has e il file vuole macOS @OLDEST@ o più recente: aggiorna il sistema."
fi

file=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
home=${SDADATA_HOME:-$(dirname "$file")/sdadata-dati}
into=$home/python/@DIGEST@
if ! [ -e "$into/sdadata" ]; then
    { mkdir -p "$home/python" && half=$(mktemp -d "$home/python/half.XXXXXX"); } 2>/dev/null ||
        refuse "In $home non si può scrivere: sposta il file dove puoi scrivere, o indica un'altra cartella con SDADATA_HOME."
    trap 'rm -rf "$half"' EXIT
    trap 'exit 130' INT TERM
    echo "Preparo il programma, solo la prima volta…"
    tail -n +@LINES@ "$file" | tar -xzf - -C "$half" 2>/dev/null ||
        refuse "Il programma non si può disporre in $home: il disco è pieno, o il file non è stato copiato per intero."
    for old in "$home"/python/*; do
        [ "$old" = "$half" ] || rm -rf "$old"
    done
    mv "$half" "$into"
    trap - EXIT INT TERM
fi
[ -x "$into/sdadata" ] || refuse "Da $home non si possono avviare programmi: indica una cartella di un altro disco con SDADATA_HOME."
SDADATA_HOME=$home _SDADATA_STARTED_AS=$file exec "$into/sdadata" "$@"
