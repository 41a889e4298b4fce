/**
 * Accounts of Jupiter's perpetuals on mainnet, as api.mainnet-beta.solana.com gave them on 2026-09-12 (slots 446436962 to 446442426),
 * recorded in operatoruplift/buffer, tests/fixtures/jupiter-mainnet.
 */
const PROGRAM = 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu'

export interface RecordedAccount {
  address: string
  owner: string
  data: Buffer
}

function recorded(address: string, base64: string): RecordedAccount {
  return { address, owner: PROGRAM, data: Buffer.from(base64, 'base64') }
}

/** The beginning of the pool, up to its tokens: SOL, ETH, BTC, USDC, USDT and JupUSD. It has 2,000 bytes. */
export const recordedPool = recorded(
  '5BUwFW4nRbftYTDMbgxykoFWqWHPzahFSNAaaaJtVKsq',
  '8ZptBBGxbbwEAAAAUG9vbAYAAABnWV3YRsAH8miW8q7TG6e1X9EszBWOCwB6nY/oRraf6YuqSkhkImzAIkhNyCgeGhaPXPToBT8a5QZtkWqIud+fQU2BSGrxPm7sni1bz0WRMuOkZkcJtm040GR3kSTGzj7e6As0E6LTEIBia5JsOK80vtGG2zaOl386v0vVRUSabTpX4svK0CiDUCPMq0rYe9J2To/BMtaOmGYJ6xNL14b5u8LQjVN1rYnrZgJ517WDe/drNF1/xti+O8OnylylKv8=',
)

/** A long of SOL, and the wallet that has it. */
export const recordedLong = {
  wallet: 'AhUvhrHHZXh7Huu8AtCfEkTvgUdTw4ZwL1j1c6Fu5dfq',
  ...recorded(
    '11PjsYs6sXX5wpw1CkBegKao6ccNJTztcYXC5NgCncN',
    'qryP5HpA99CQF/2bsnElHt7UV73Rw/DpDWZqTQHK/8lm6iwM4ZULPD4eJHPHNAZU64cpADUVHEAr0OPJfLQkSIbnIDSzC038Z1ld2EbAB/JolvKu0xuntV/RLMwVjgsAep2P6Ea2n+lnWV3YRsAH8miW8q7TG6e1X9EszBWOCwB6nY/oRraf6ZNsZmkAAAAAk2xmaQAAAAABAG6NCAAAAACoq/8AAAAAAIhQ6AAAAAAAAAAAAAAAAADa4hw6AAAAAAAAAAAAAAAAINj1BgAAAAD+AAAAAAAA',
  ),
}
/** A short of SOL that USDC backs. */
export const recordedShort = {
  wallet: '8vXZp5DRsAKGv6QwfqKjZ2MQgMT6arfYYpoCqAN2b9aw',
  ...recorded(
    '13pmELWTxfCxLnKSSeNUH1eevMQVHTZr8vqDEiSDBT5',
    'qryP5HpA99B1uCbyIHvkBbs6fm1VKxpJi/+2TXtptLRtAtDyMp9IkD4eJHPHNAZU64cpADUVHEAr0OPJfLQkSIbnIDSzC038Z1ld2EbAB/JolvKu0xuntV/RLMwVjgsAep2P6Ea2n+ne6As0E6LTEIBia5JsOK80vtGG2zaOl386v0vVRUSabffrmWoAAAAA9+uZagAAAAACaU9EBgAAAADMFR0/AQAAANQ9mBoAAAAAAAAAAAAAAAC40FgOAAAAAAAAAAAAAAAAeFIpPwEAAAD+AAAAAAAA',
  ),
}
/** A long of SOL that was closed. */
export const recordedClosed = {
  wallet: 'JsdXEHXZ9uzfpbV7ppvFh2w2PAx9niYgrmbgMRrbmg7',
  ...recorded(
    '11dTxj34gVm8H97NuTibbbbvQpvCdwfWS3rEHhRnxu',
    'qryP5HpA99AElB70B4/YmI6TwOsKLkxFL/WZuX+QOcwm6J/oEjJH7D4eJHPHNAZU64cpADUVHEAr0OPJfLQkSIbnIDSzC038Z1ld2EbAB/JolvKu0xuntV/RLMwVjgsAep2P6Ea2n+lnWV3YRsAH8miW8q7TG6e1X9EszBWOCwB6nY/oRraf6T6hvGcAAAAAjOy8ZwAAAAAB5QIiCQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADn5QIuAAAAAAAAAAAAAAAAAAAAAAAAAAD+AAAAAAAA',
  ),
}
