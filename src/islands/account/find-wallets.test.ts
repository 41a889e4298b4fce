import { describe, expect, test } from 'vitest'
import { type BrowserWallet, findWallets } from './find-wallets.ts'

const provider = { request: async () => null }
const features = {
  'standard:connect': { connect: async () => ({ accounts: [] }) },
  'solana:signMessage': { signMessage: async () => [] },
}
const solana = { version: '1.0.0', name: 'Fulmar', chains: ['solana:mainnet'], features }

/** A window with what extensions do to it, before and after the page looks. */
function look(before: (page: EventTarget) => void, after: (page: EventTarget) => void = () => {}) {
  const page = new EventTarget()
  before(page)
  let wallets: readonly BrowserWallet[] = []
  findWallets(page, (found) => {
    wallets = found
  })
  after(page)
  return wallets
}

const announce = (page: EventTarget, detail: unknown) =>
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
const info = (uuid: string, name: unknown) => ({ uuid, name, icon: 'data:,', rdns: 'test' })

describe('wallets', () => {
  test('of EIP-6963 are found when they answer the page', () => {
    const wallets = look((page) => {
      page.addEventListener('eip6963:requestProvider', () => {
        announce(page, { info: info('1', 'Guillemot Wallet'), provider })
      })
    })
    expect(wallets).toMatchObject([{ kind: 'ethereum', name: 'Guillemot Wallet', initials: 'GW' }])
  })

  test('of the Wallet Standard are found whether they come before or after the page', () => {
    const register = (page: EventTarget, wallet: unknown) =>
      page.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register: (wallet: unknown) => void }) => api.register(wallet),
        }),
      )
    const wallets = look(
      (page) => {
        page.addEventListener('wallet-standard:app-ready', (event) => {
          ;(event as CustomEvent).detail.register(solana)
        })
      },
      (page) => register(page, { ...solana, name: 'Later' }),
    )
    expect(wallets.map(({ kind, name }) => [kind, name])).toEqual([
      ['solana', 'Fulmar'],
      ['solana', 'Later'],
    ])
  })

  test('are shown once, however often they announce themselves', () => {
    const wallets = look(
      () => {},
      (page) => {
        for (let at = 0; at < 3; at += 1) announce(page, { info: info('1', 'One'), provider })
      },
    )
    expect(wallets).toHaveLength(1)
  })

  test('that flood the page are cut off', () => {
    const wallets = look(
      () => {},
      (page) => {
        for (let at = 0; at < 500; at += 1) announce(page, { info: info(`${at}`, 'A'), provider })
      },
    )
    expect(wallets).toHaveLength(20)
  })

  test.each([
    ['no details', null],
    ['no name', { info: info('1', ''), provider }],
    ['a name of invisible characters', { info: info('1', '\u202E\u200B'), provider }],
    ['a name that is no text', { info: info('1', { toString: () => 'x' }), provider }],
    ['no provider', { info: info('1', 'One') }],
    [
      'details that throw',
      {
        get info() {
          throw new Error('no')
        },
      },
    ],
  ])('with %s are left out', (_, detail) => {
    expect(
      look(
        () => {},
        (page) => announce(page, detail),
      ),
    ).toEqual([])
  })

  test.each([
    ['without a Solana chain', { ...solana, chains: ['sui:mainnet'] }],
    [
      'that cannot sign',
      { ...solana, features: { 'standard:connect': features['standard:connect'] } },
    ],
    ['that cannot connect', { ...solana, features: { 'solana:signMessage': {} } }],
  ])('of the Wallet Standard %s are left out', (_, wallet) => {
    const wallets = look((page) => {
      page.addEventListener('wallet-standard:app-ready', (event) => {
        ;(event as CustomEvent).detail.register(wallet)
      })
    })
    expect(wallets).toEqual([])
  })

  test('have names without letters that turn the text around, and of 40 letters at most', () => {
    const wallets = look(
      () => {},
      (page) => announce(page, { info: info('1', `\u202Eevil ${'x'.repeat(90)}`), provider }),
    )
    expect(wallets[0]?.name).toBe(`evil ${'x'.repeat(35)}`)
  })
})
