import { describe, expect, test } from 'vitest'
import { mailSettings } from './mail.ts'

const FROM = 'Plimsoll <alerts@example.org>'

describe(mailSettings, () => {
  test('reads a server with TLS, a login and a port', () => {
    const SMTP_URL = 'smtps://us%40er:p%40ss@mail.example.org'
    expect(mailSettings({ SMTP_URL, MAIL_FROM: FROM })).toEqual({
      ...{ host: 'mail.example.org', port: 465, isSecure: true, needsTls: false, from: FROM },
      login: { user: 'us@er', pass: 'p@ss' },
    })
  })

  test('needs STARTTLS of any server but one on this machine', () => {
    const of = (SMTP_URL: string) => mailSettings({ SMTP_URL, MAIL_FROM: 'a@example.org' })
    expect(of('smtp://mail.example.org')).toMatchObject({ port: 587, needsTls: true, login: null })
    expect(of('smtp://localhost:2525')).toMatchObject({ port: 2525, needsTls: false })
  })

  test('without both is no mail, and with one of them an error', () => {
    expect(mailSettings({})).toBeNull()
    expect(mailSettings({ SMTP_URL: '', MAIL_FROM: '' })).toBeNull()
    expect(() => mailSettings({ MAIL_FROM: FROM })).toThrow('belong together')
  })

  test.each([
    'mail.example.org',
    'https://u:secret@mail.example.org',
    'smtp://u:secret@mail.example.org/path',
    'smtp://u:secret@mail.example.org?pool=true',
    'smtp://',
  ])('refuses the server %s, and never repeats it', (SMTP_URL) => {
    const read = () => mailSettings({ SMTP_URL, MAIL_FROM: FROM })
    expect(read).toThrow('SMTP_URL must be')
    expect(read).not.toThrow('secret')
  })

  test.each(['a@b\r\nBcc: c@d.example', 'no address', 'A <a@b>, B <c@d>', 'a@b c'])(
    'refuses the sender %j',
    (MAIL_FROM) => {
      expect(() => mailSettings({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM })).toThrow(
        'MAIL_FROM must be',
      )
    },
  )
})
