import { expect, test } from 'vitest'
import { createAddressWriter } from './address.ts'

/** A window whose timers run on demand. */
function fakeView() {
  const entries = ['']
  const view = {
    waiting: null as (() => void) | null,
    location: { pathname: '/screener/', search: '' },
    setTimeout(run: () => void) {
      view.waiting = run
      return 1
    },
    clearTimeout() {
      view.waiting = null
    },
    history: {
      pushState(_: null, __: string, address: string) {
        entries.push(address)
        view.location.search = address.replace('/screener/', '')
      },
      replaceState(_: null, __: string, address: string) {
        entries[entries.length - 1] = address
        view.location.search = address.replace('/screener/', '')
      },
    },
    pass() {
      const run = view.waiting
      view.waiting = null
      run?.()
    },
  }
  return { view, entries }
}

test('a drag of one slider is one entry; another control is another; what the browser changed is not written', () => {
  const { view, entries } = fakeView()
  let now = 0
  const address = createAddressWriter(view as unknown as Window, () => now)
  for (const search of ['?maxOracleRisk=9', '?maxOracleRisk=8']) {
    address.write(search, 'maxOracleRisk')
    view.pass()
    now += 300
  }
  expect(entries).toEqual(['', '/screener/?maxOracleRisk=8'])
  address.write('?maxOracleRisk=8&q=a', 'q')
  address.write('?maxOracleRisk=8&q=aa', 'q')
  view.pass()
  expect(entries.slice(2)).toEqual(['/screener/?maxOracleRisk=8&q=aa'])
  now += 60_000
  address.write('?q=aa', 'q')
  view.pass()
  expect(entries.slice(3)).toEqual(['/screener/?q=aa'])
  address.write('?q=aaa', 'q')
  address.cancel()
  view.pass()
  address.write('?q=aa', 'q')
  view.pass()
  expect(entries).toHaveLength(4)
})
