import { expect, test } from 'vitest'
import { findingOf } from '../model/finding.ts'
import { preferProvider } from './prefer-provider.ts'
import type { ProgramReading } from './program-reader.ts'
import type { ProviderReading } from './provider.ts'

const finding = (protocol: string, source: string) =>
  findingOf({ protocol, product: 'perp', legs: [], source })

function program(protocols: string[], change: Partial<ProgramReading> = {}): ProgramReading {
  const findings = protocols.map((id) => finding(id, 'onchain'))
  return { protocols, findings, failure: null, ...change }
}

function provider(platforms: string[], change: Partial<ProviderReading> = {}): ProviderReading {
  const findings = platforms.map((id) => finding(id, 'provider:test'))
  return { platforms, findings, failed: [], answered: true, ...change }
}

/** The protocols that still count as read or failed, and the sources of what was found at each. */
function kept(of: ProgramReading, by: ProviderReading) {
  const { programs, providers } = preferProvider({ programs: [of], providers: [by] })
  return {
    programs: programs.flatMap(({ protocols }) => protocols),
    platforms: providers.flatMap(({ platforms }) => platforms),
    found: [...programs, ...providers].flatMap(({ findings }) =>
      findings.map(({ protocol, source }) => `${protocol} ${source}`),
    ),
  }
}

test('a provider that answered goes before the chain, for the protocols that both read', () => {
  expect(kept(program(['auk', 'tern']), provider(['tern', 'gull']))).toEqual({
    programs: ['auk'],
    platforms: ['tern', 'gull'],
    found: ['auk onchain', 'tern provider:test', 'gull provider:test'],
  })
})

test('a program that could not be read fails no protocol that a provider reported', () => {
  const unread = program(['tern'], { findings: [], failure: 'contract' })
  expect(kept(unread, provider(['tern']))).toMatchObject({ programs: [], platforms: ['tern'] })
})

test('where the provider failed the chain is used, and what the provider still reported is left out', () => {
  const failing = provider(['tern', 'gull'], { failed: ['tern'] })
  expect(kept(program(['tern']), failing)).toEqual({
    programs: ['tern'],
    platforms: ['gull'],
    found: ['tern onchain', 'gull provider:test'],
  })
})

test('a reader that is better goes before a provider, unless it failed', () => {
  const better = program(['tern'], { isBetter: true })
  expect(kept(better, provider(['tern']))).toEqual({
    programs: ['tern'],
    platforms: [],
    found: ['tern onchain'],
  })
  const unread = program(['tern'], { isBetter: true, findings: [], failure: 'rpc' })
  expect(kept(unread, provider(['tern'])).found).toEqual(['tern provider:test'])
})

test('a reader that is better and did not read all does not go before a provider', () => {
  const tern = finding('tern', 'onchain')
  const leg = { role: 'lp', token: 'nft', symbol: 'nft', decimals: 0, amount: 1n } as const
  for (const part of [
    { isUnread: true as const },
    { legs: [{ ...leg, isUnread: true as const }] },
  ]) {
    const findings = [tern, { ...tern, ...part }]
    const better = program(['tern'], { isBetter: true, findings })
    expect(kept(better, provider(['tern'])).found).toEqual(['tern provider:test'])
  }
})

test('where both failed both say so, and what the provider still reported stays', () => {
  const unread = program(['tern'], { findings: [], failure: 'rpc' })
  expect(kept(unread, provider(['tern'], { failed: ['tern'] }))).toEqual({
    programs: ['tern'],
    platforms: ['tern'],
    found: ['tern provider:test'],
  })
})
