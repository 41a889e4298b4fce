import { SYSTEM_PROGRAM } from '../../wallet/solana/program-ids.ts'

/** Loaders own the accounts of programs. What the first two loaded can no longer be changed. */
export const FIXED_LOADERS: readonly string[] = [
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
]
/** Keeps state and code of a program in one account (SIMD-0167). */
export const LOADER_V4 = 'LoaderV411111111111111111111111111111111111'

/** Squads v4 and v3 (Squads-Protocol/v4, Squads-Protocol/squads-mpl). */
export const SQUADS_V4 = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf'
export const SQUADS_V3 = 'SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu'
/** The multisig of Serum, later coral-xyz/multisig, as Marinade uses it (its liquid-staking-program). */
export const SERUM_MULTISIG = 'msigmtwzgXJHj2ext4XJjCDmpbcMuufFb5cHuwg6Xdt'

/**
 * Programs of Realms (SPL Governance): the shared one, and those of Marinade, Jito and Drift. Any other program may name its accounts alike and
 * decide in another way. Addresses: solana-labs/governance-ui, public/realms/mainnet-beta.json.
 */
export const GOVERNANCE_PROGRAMS: readonly string[] = [
  'GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw',
  'GovMaiHfpVPw8BAM1mbdzgmSZYDw2tdP32J2fapoQoYs',
  'jtogvBNH3WBSWDYD5FJfQP2ZxNTuf82zL8GkEhPeaJx',
  'dgov7NC8iaumWw3k8TkmLDybvZBCmd1qwxgLAGAsWxf',
]

/** Addresses to which no one has a key: the system program is 32 zero bytes. */
export const WITHOUT_KEY: readonly string[] = [
  SYSTEM_PROGRAM,
  '1nc1nerator11111111111111111111111111111111',
]
