"""Debian's aiosmtpd as the operator's mail server: takes mails and prints each as a line of JSON. Argument: a mood, such as 451 for what it
answers to RCPT TO; `starttls` and `smtps` need files with a certificate and its key after it, and take the login `user`, `a password` over TLS
alone. Needs python3-aiosmtpd."""

import email, email.policy, json, socket, ssl, sys, time
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

MOOD = sys.argv[1] if len(sys.argv) > 1 else "takes"
ANSWERS = {
    "greylists": "451 4.7.1 Greylisted, come back later",
    "no-address": "550 5.1.1 No such user here",
    "policy": "550 5.7.1 Rejected as spam",
}


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if MOOD in ANSWERS:
            return ANSWERS[MOOD]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if MOOD == "full":
            return "452 4.3.1 Insufficient system storage"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        body = message.get_body(("plain",)).get_content()
        mail = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": [[name, str(value)] for name, value in message.items()],
            "body": body,
            "isLoggedIn": session.authenticated,
            "types": [part.get_content_type() for part in message.walk()],
        }
        print(json.dumps(mail), flush=True)
        return "250 Message accepted for delivery"


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]


def log_in(server, session, envelope, mechanism, login):
    return AuthResult(success=(login.login, login.password) == (b"user", b"a password"))


options = {}
if len(sys.argv) > 2:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*sys.argv[2:4])
    options = {"auth_required": True, "authenticator": log_in}
    if MOOD == "starttls":
        options.update(tls_context=tls, require_starttls=True)
    else:
        # The server counts only STARTTLS as TLS.
        options.update(ssl_context=tls, auth_require_tls=False)
controller = Controller(Handler(), hostname="127.0.0.1", port=port, **options)
controller.start()
print(json.dumps({"port": port}), flush=True)
while True:
    time.sleep(60)
