import type { Day } from './day.ts'
import { addTo } from './groups.ts'
import type { Bounty } from './protocol.ts'

/** A bounty programme, with what identifies the protocol it belongs to. */
export interface Programme {
  /** Upstream's id; empty when the row could not be read at all. */
  id: string
  name: string
  /** Null when the list does not give a usable reward. */
  bounty: Bounty | null
  /** Day of the row, when it differs from the day of the list. */
  asOf?: Day
  /** Where it runs, when that is not the list. */
  source?: string
  /** Upstream ids of the protocols in the reviewed table; empty when it covers none, null when it is not reviewed. */
  protocols: readonly string[] | null
  /** Hosts of its own site, and `github:name` for its GitHub organisations. */
  homes: readonly string[]
}

/** The data of a protocol that programmes are matched by. */
export interface ProgrammeOwner {
  id: string
  name: string
  slug: string
  parentId: string | null
  homes: readonly string[]
}

/** The result of matching programmes with protocols. */
export interface Ties {
  /** Programmes by protocol id; the programme of a family is listed under each member. */
  programmes: Map<string, Programme[]>
  /** Programmes without a reviewed or matching protocol. */
  open: Programme[]
}

/** Hosts that many projects share, so they identify none. */
const SHARED_HOSTS = new Set(
  `github.com gitlab.com bitbucket.org github.io gitlab.io gitbook.io gitbook.com app.gitbook.com notion.so notion.site
   medium.com mirror.xyz substack.com hackmd.io linktr.ee bit.ly t.co t.me telegram.me telegram.org discord.gg discord.com
   twitter.com x.com facebook.com linkedin.com youtube.com reddit.com google.com docs.google.com drive.google.com
   sites.google.com chrome.google.com chromewebstore.google.com play.google.com apps.apple.com addons.mozilla.org
   npmjs.com crates.io vercel.app netlify.app pages.dev web.app ipfs.io figma.com zendesk.com immunefi.com code4rena.com
   sherlock.xyz cantina.xyz hackenproof.com etherscan.io bscscan.com polygonscan.com arbiscan.io basescan.org snowtrace.io
   solscan.io explorer.solana.com coingecko.com coinmarketcap.com defillama.com snapshot.org dune.com wikipedia.org`.split(
    /\s+/,
  ),
)

/** The host of a URL without `www.`; null when the URL is invalid or the host is shared by many projects. */
export function siteOf(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '')
  return /^https?:$/.test(protocol) && host.includes('.') && !SHARED_HOSTS.has(host) ? host : null
}

/** A GitHub organisation as a home. */
export function organisationHome(name: string): string {
  return `github:${name.toLowerCase()}`
}

/** The homes of a protocol: the host of its site and its GitHub organisations. */
export function homesOf(url: string | null, organisations: readonly string[]): string[] {
  const homes = [siteOf(url), ...organisations.map(organisationHome)]
  return homes.filter((home) => home !== null)
}

/**
 * Matches programmes with protocols: by the reviewed table, else by a home that only one programme and only one protocol or
 * family have. A protocol with a reviewed programme gets no other one by its home. Pure; the order of the lists does not matter.
 */
export function tieProgrammes(
  programmes: readonly Programme[],
  owners: readonly ProgrammeOwner[],
): Ties {
  const ties: Ties = { programmes: new Map(), open: [] }
  const reviewed = new Set(programmes.flatMap(({ protocols }) => protocols ?? []))
  const claims = countHomes(programmes)
  const byHome = ownersByHome(owners)
  for (const programme of programmes) {
    const found = programme.protocols ?? atHome(programme, claims, byHome, reviewed)
    if (found === null) ties.open.push(programme)
    for (const id of found ?? []) addTo(ties.programmes, id, programme)
  }
  return ties
}

/** The owners that share a home or a distinctive word with a programme, each with a list of what they share. */
export function findAlike<Owner extends ProgrammeOwner>(
  owners: readonly Owner[],
): (programme: Programme) => Map<Owner, string[]> {
  const bySign = new Map<string, Owner[]>()
  for (const owner of owners) for (const sign of signsOf(owner)) addTo(bySign, sign, owner)
  return (programme) => {
    const alike = new Map<Owner, string[]>()
    for (const sign of signsOf(programme)) {
      for (const owner of bySign.get(sign) ?? []) addTo(alike, owner, sign)
    }
    return alike
  }
}

/** The protocols that match a programme's homes; null when none or several families match, or when a match is already reviewed. */
function atHome(
  { homes }: Programme,
  claims: ReadonlyMap<string, number>,
  byHome: ReadonlyMap<string, ProgrammeOwner[]>,
  reviewed: ReadonlySet<string>,
): string[] | null {
  const own = homes.filter((home) => claims.get(home) === 1)
  const owners = own.flatMap((home) => byHome.get(home) ?? [])
  const families = new Set(owners.map(({ id, parentId }) => parentId ?? id))
  if (families.size !== 1 || owners.some(({ id }) => reviewed.has(id))) return null
  return [...new Set(owners.map(({ id }) => id))]
}

function countHomes(programmes: readonly Programme[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const home of programmes.flatMap(({ homes }) => [...new Set(homes)])) {
    counts.set(home, (counts.get(home) ?? 0) + 1)
  }
  return counts
}

function ownersByHome(owners: readonly ProgrammeOwner[]): Map<string, ProgrammeOwner[]> {
  const byHome = new Map<string, ProgrammeOwner[]>()
  for (const owner of owners) for (const home of owner.homes) addTo(byHome, home, owner)
  return byHome
}

/** Words in many names and hosts, which identify no project. */
const PLAIN = new Set(
  `the of on for and by in a v1 v2 v3 v4 app web www docs api io fi xyz com org net finance protocol labs lab network dao
   exchange defi dex swap lend lending bridge staking stake vault vaults liquid liquidity token chain blockchain wallet
   foundation money market markets core bug bounty boost audit comp competition smart contract contracts website websites
   webapp github trade capital yield farm pool pools world one`.split(/\s+/),
)

const ENDINGS = /(?:finance|protocol|network|labs|exchange|dao|swap|fi)$/

/** Homes, and the distinctive words of names and homes without common endings: `silofinance` gives `silo`. */
function signsOf(named: Programme | ProgrammeOwner): string[] {
  const hosts = named.homes.map((home) => home.replace(/\.[^.]+$/, ''))
  const texts = [named.name, 'slug' in named ? named.slug : named.id, ...hosts]
  const words = texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const bare = words.map((word) => word.replace(ENDINGS, '') || word)
  const distinctive = new Set(bare.filter((word) => word.length > 1 && !PLAIN.has(word)))
  return [
    ...[...new Set(named.homes)].map((home) => `home ${home}`),
    ...[...distinctive].map((word) => `word ${word}`),
  ]
}
