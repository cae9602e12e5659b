#!/usr/bin/env bash
# TLS, pins and HTTP/2 of the transport for Linux, over openssl and nginx, by hand:
#   swift build -c release --package-path Tests/Benchmarks --product stress-transport && Tests/Benchmarks/trust.sh
set -uo pipefail
program=$(cd "$(dirname "$0")" && pwd)/.build/release/stress-transport
nginx=$(command -v nginx || echo /usr/sbin/nginx)
[ -x "$program" ] && [ -x "$nginx" ] && command -v openssl >/dev/null || { echo 'needs stress-transport (release), nginx and openssl'; exit 1; }
folder=$(mktemp -d)
cd "$folder" || exit 1
trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$folder"' EXIT

authority() { openssl req -x509 -newkey rsa:2048 -nodes -keyout "$1.key" -out "$1.pem" -days 30 -subj "/CN=$1" 2>/dev/null; }
certificate() { # NAME AUTHORITY SUBJECT-ALTERNATIVE [OPTIONS of openssl x509]
    local name=$1 by=$2 names=$3
    shift 3
    openssl req -newkey rsa:2048 -nodes -keyout "$name.key" -out "$name.csr" -subj "/CN=$name" 2>/dev/null
    openssl x509 -req -in "$name.csr" -CA "$by.pem" -CAkey "$by.key" -CAcreateserial -out "$name.pem" "$@" \
        -extfile <(echo "subjectAltName=$names") 2>/dev/null
}
pin() { openssl x509 -pubkey -noout -in "$1" | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64; }

authority ours
authority theirs
certificate good ours 'DNS:localhost,IP:127.0.0.1' -days 30
certificate wrong ours 'DNS:elsewhere.example' -days 30
certificate late ours 'DNS:localhost' -days -1

server() { # PORT CERTIFICATE EXTRA
    echo "server { listen 127.0.0.1:$1 ssl $4; ssl_certificate $2.pem; ssl_certificate_key $2.key; $3 location / { return 200 \$server_protocol; } }"
}
{
    echo 'worker_processes 1; daemon off; pid nginx.pid; error_log stderr crit; events { worker_connections 256; }'
    echo 'http { access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;'
    server 48931 good '' http2
    server 48932 good '' ''
    server 48933 wrong '' ''
    server 48934 late '' ''
    server 48935 good 'ssl_protocols TLSv1.1;' ''
    echo '}'
} >nginx.conf
"$nginx" -p "$folder" -c "$folder/nginx.conf" -e stderr &
python3 -c '
import socket, time
mute = socket.create_server(("127.0.0.1", 48937)); kept = []
while True: kept.append(mute.accept()[0])' &
openssl s_server -accept 48938 -www -cert good.pem -key good.key -Verify 1 -verify_return_error -CAfile ours.pem >/dev/null 2>&1 &
openssl s_server -accept 48939 -www -cert good.pem -key good.key -Verify 1 -verify_return_error -CAfile ours.pem -no_tls1_3 \
    >/dev/null 2>&1 &
sleep 1

failed=0
check() { # WHAT EXPECTED ARGUMENTS
    local what=$1 expected=$2
    shift 2
    local got
    got=$("$program" fetch "$@" 2>&1)
    if [ "$got" = "$expected" ]; then echo "ok      $what: $got"; else echo "FAILED  $what: $got, not $expected"; failed=1; fi
}
ours=$folder/ours.pem
right=$(pin good.pem) other=$(pin wrong.pem)
check 'HTTP/2 where it is offered' '200 HTTP/2.0' https://localhost:48931/ 64 "$ours"
check 'HTTP/1.1 where it is not' '200 HTTP/1.1' https://localhost:48932/ 64 "$ours"
check 'an address in the certificate' '200 HTTP/1.1' https://127.0.0.1:48932/ 1 "$ours"
check 'an authority that the system does not know' untrustedServer https://localhost:48932/ 1 -
check 'an authority that is not ours' untrustedServer https://localhost:48932/ 1 "$folder/theirs.pem"
check 'a certificate of another name' untrustedServer https://localhost:48933/ 1 "$ours"
check 'a certificate that is over' untrustedServer https://localhost:48934/ 1 "$ours"
check 'TLS 1.1' untrustedServer https://localhost:48935/ 1 "$ours"
check 'a pin' '200 HTTP/2.0' https://localhost:48931/ 8 "$ours" localhost "$right"
check 'one of two pins' '200 HTTP/2.0' https://localhost:48931/ 8 "$ours" localhost "$other" localhost "$right"
check 'another pin' untrustedServer https://localhost:48931/ 8 "$ours" localhost "$other"
check 'the pin of another host' '200 HTTP/2.0' https://localhost:48931/ 1 "$ours" elsewhere.example "$other"
check 'a pin does not replace the check' untrustedServer https://localhost:48932/ 1 - localhost "$right"
check 'a silent handshake' timedOut https://localhost:48937/ 1 "$ours"
check 'a client certificate is wanted, TLS 1.3' untrustedServer https://localhost:48938/ 1 "$ours"
check 'a client certificate is wanted, TLS 1.2' untrustedServer https://localhost:48939/ 1 "$ours"
exit $failed
