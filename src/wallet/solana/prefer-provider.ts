import type { Finding } from '../model/finding.ts'
import type { ProgramReading } from './program-reader.ts'
import type { ProviderReading } from './provider.ts'

interface Readings {
  programs: ProgramReading[]
  providers: ProviderReading[]
}

/**
 * The same readings with one answer for a protocol that both a program's reader and a provider read, or its positions would count
 * twice: the provider's, which knows prices and fees, and the reader's where the provider failed or the
 * reader is better and read all there is. Where both failed, both stay.
 */
export function preferProvider({ programs, providers }: Readings): Readings {
  const better = new Set(
    programs.flatMap(({ protocols, failure, findings, isBetter }) =>
      isBetter && failure === null && !findings.some(isInPart) ? protocols : [],
    ),
  )
  const provided = new Set(
    providers.flatMap(({ platforms, failed }) =>
      platforms.filter((id) => !failed.includes(id) && !better.has(id)),
    ),
  )
  const read = new Set(
    programs.flatMap(({ protocols, failure }) => (failure === null ? protocols : [])),
  )
  const isFromProvider = (id: string) => provided.has(id)
  const isReadInstead = (id: string) => read.has(id) && !provided.has(id)
  return {
    programs: programs.map((program) => ({
      ...program,
      protocols: program.protocols.filter((id) => !isFromProvider(id)),
      findings: program.findings.filter(({ protocol }) => !isFromProvider(protocol)),
    })),
    providers: providers.map((provider) => ({
      ...provider,
      platforms: provider.platforms.filter((id) => !isReadInstead(id)),
      findings: provider.findings.filter(({ protocol }) => !isReadInstead(protocol)),
    })),
  }
}

function isInPart({ isUnread, legs }: Finding): boolean {
  return isUnread === true || legs.some((leg) => leg.isUnread)
}
