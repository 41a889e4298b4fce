import { Unreadable } from '../../chains/unreadable.ts'
import type { RawAccount } from '../../wallet/solana/accounts.ts'
import { SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from '../../wallet/solana/program-ids.ts'
import { type Bytes, bytesOf } from './bytes.ts'
import {
  FIXED_LOADERS,
  GOVERNANCE_PROGRAMS,
  LOADER_V4,
  SERUM_MULTISIG,
  SQUADS_V3,
  SQUADS_V4,
} from './programs.ts'

/** A multisig: the accounts that its program lets it sign for are derived from its address. */
export interface MultisigFacts {
  kind: 'multisig'
  program: string
  threshold: number
  /** Members who may vote. */
  signers: number
  /** Between the last vote and the execution. */
  delaySeconds: number
  /** Who can change members, threshold and delay without them; null when only they can. */
  configAuthority: string | null
}

/** An account of Realms that decides by vote. */
export interface GovernanceFacts {
  kind: 'governance'
  program: string
  delaySeconds: number
  /** Least time of a vote: 0 where enough votes end it early. */
  voteSeconds: number
}

/** What the bytes of an account say about control, and nothing that changes from block to block. */
export type AccountFacts =
  | { kind: 'none' }
  /** Owned by the system program: of a key, or of a program that can sign for it. */
  | { kind: 'system' }
  /** Of the upgradeable loader, with its code and authority in another account. */
  | { kind: 'program'; data: string }
  /** That other account; no authority means that no one can change the code. */
  | { kind: 'program-data'; authority: string | null }
  /** A program with its authority in the same account (loader v4). */
  | { kind: 'program-v4'; authority: string }
  | { kind: 'fixed-program' }
  | MultisigFacts
  | GovernanceFacts
  /** An account of any other program, or bytes that do not fit: it says nothing. */
  | { kind: 'other' }

/** Bytes of an account that are read: those of a multisig with more than a hundred members do not fit. */
export const READ_BYTES = 4_096

const OTHER: AccountFacts = { kind: 'other' }

/** What an account says about control; null for an account that does not exist. Never throws. */
export function accountFacts(account: RawAccount | null): AccountFacts {
  if (account === null) return { kind: 'none' }
  const { owner, data } = account
  try {
    const bytes = bytesOf(data)
    if (owner === SYSTEM_PROGRAM) return data.length === 0 ? { kind: 'system' } : OTHER
    if (FIXED_LOADERS.includes(owner)) return fixedProgram(account, bytes)
    if (owner === UPGRADEABLE_LOADER) return upgradeable(bytes)
    if (owner === LOADER_V4) return programV4(bytes)
    if (owner === SQUADS_V4) return squadsV4(bytes)
    if (owner === SQUADS_V3) return squadsV3(bytes)
    if (owner === SERUM_MULTISIG) return serumMultisig(bytes)
    if (GOVERNANCE_PROGRAMS.includes(owner)) return governance(owner, bytes)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return OTHER
}

/** How the code of every program begins. */
const ELF = [0x7f, 0x45, 0x4c, 0x46]

/** That code cannot be changed is only said where there is code. */
function fixedProgram({ executable }: RawAccount, bytes: Bytes): AccountFacts {
  return executable && bytes.has(0, ELF) ? { kind: 'fixed-program' } : OTHER
}

/** A state in four bytes: 2 is a program, 3 its data with slot, authority and code (`UpgradeableLoaderState`). */
function upgradeable(bytes: Bytes): AccountFacts {
  const state = bytes.u32()
  if (state === 2) return bytes.size === 36 ? { kind: 'program', data: bytes.key() } : OTHER
  if (state !== 3) return OTHER
  bytes.skip(8)
  const authority = bytes.option(() => bytes.key())
  if (authority !== null) return { kind: 'program-data', authority }
  // The bytes of an earlier authority stay.
  return bytes.has(45, ELF) ? { kind: 'program-data', authority: null } : OTHER
}

/** Slot, authority, and a state: 0 retracted, 1 deployed, 2 finalized. Who retracted code can deploy other code. */
function programV4(bytes: Bytes): AccountFacts {
  bytes.skip(8)
  const authority = bytes.key()
  const state = bytes.u64()
  if (state < 2n) return { kind: 'program-v4', authority }
  return state === 2n && bytes.has(48, ELF) ? { kind: 'fixed-program' } : OTHER
}

/** By which Anchor distinguishes accounts: the beginning of the hash of `account:Multisig` and of `account:Ms`. */
const MULTISIG = [224, 116, 121, 186, 68, 161, 79, 236]
const MS = [70, 118, 9, 108, 254, 215, 31, 120]
/** Three months (Squads v4, `MAX_TIME_LOCK`). */
const MAX_TIME_LOCK = 7_776_000
/** Bits of what a member of Squads v4 may do: initiate, vote, execute. */
const MAY_VOTE = 2
const MAX_PERMISSIONS = 7

function squadsV4(bytes: Bytes): AccountFacts {
  bytes.expect(MULTISIG)
  bytes.skip(32)
  const configAuthority = bytes.key()
  const threshold = bytes.u16()
  const delaySeconds = bytes.u32()
  bytes.skip(16)
  bytes.option(() => bytes.key())
  bytes.skip(1)
  const members = bytes.list(() => {
    bytes.skip(32)
    return bytes.u8()
  })
  const isSound = delaySeconds <= MAX_TIME_LOCK && members.every((mask) => mask <= MAX_PERMISSIONS)
  if (!isSound) return OTHER
  return multisig(SQUADS_V4, threshold, members.filter((mask) => mask & MAY_VOTE).length, {
    delaySeconds,
    configAuthority: configAuthority === SYSTEM_PROGRAM ? null : configAuthority,
  })
}

function squadsV3(bytes: Bytes): AccountFacts {
  bytes.expect(MS)
  const threshold = bytes.u16()
  bytes.skip(2 + 4 + 4 + 1 + 32 + 1)
  return multisig(SQUADS_V3, threshold, bytes.list(() => bytes.key()).length)
}

function serumMultisig(bytes: Bytes): AccountFacts {
  bytes.expect(MULTISIG)
  const owners = bytes.list(() => bytes.key())
  return multisig(SERUM_MULTISIG, Number(bytes.u64()), owners.length)
}

function multisig(
  program: string,
  threshold: number,
  signers: number,
  rest: Pick<MultisigFacts, 'delaySeconds' | 'configAuthority'> = {
    delaySeconds: 0,
    configAuthority: null,
  },
): AccountFacts {
  if (threshold < 1 || threshold > signers) return OTHER
  return { kind: 'multisig', program, threshold, signers, ...rest }
}

/** First byte of accounts of Realms that decide over others (`GovernanceAccountType`). */
const GOVERNANCE_TYPES = [3, 4, 9, 10, 18, 19, 20, 21]
/** `VoteThreshold` and `VoteTipping`: that there is no vote, and that none ends early. */
const NO_VOTE = 2
const NEVER_EARLY = 2

/** A vote of the holders of a token, or of a council; what is stored since version 3, and before it in the same bytes. */
function governance(program: string, bytes: Bytes): AccountFacts {
  if (!GOVERNANCE_TYPES.includes(bytes.u8())) return OTHER
  bytes.skip(32 + 32 + 4)
  const community = voteThreshold(bytes)
  bytes.skip(8)
  const delaySeconds = bytes.u32()
  const longest = bytes.u32()
  const communityEnd = bytes.u8()
  const council = voteThreshold(bytes)
  voteThreshold(bytes)
  bytes.skip(8)
  const councilEnd = bytes.u8()
  // Before version 3 a council voted like all others.
  const isOld = council.type === 0 && council.percent === 0
  const votes = [
    { type: community.type, end: communityEnd },
    isOld ? { type: community.type, end: communityEnd } : { type: council.type, end: councilEnd },
  ].filter(({ type }) => type !== NO_VOTE)
  if (votes.length === 0 || votes.some(({ end }) => end > NEVER_EARLY)) return OTHER
  const voteSeconds = votes.every(({ end }) => end === NEVER_EARLY) ? longest : 0
  return { kind: 'governance', program, delaySeconds, voteSeconds }
}

function voteThreshold(bytes: Bytes): { type: number; percent: number | null } {
  const type = bytes.u8()
  if (type > NO_VOTE) throw new Unreadable('A vote of no known type')
  return { type, percent: type === NO_VOTE ? null : bytes.u8() }
}
