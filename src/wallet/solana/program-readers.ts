import type { ProgramReader } from './program-reader.ts'
import { jupiterLend } from './programs/jupiter-lend.ts'
import { jupiterPerps } from './programs/jupiter-perps.ts'
import { kamino } from './programs/kamino.ts'
import { kaminoVaults } from './programs/kamino-vaults.ts'
import { marginfi } from './programs/marginfi.ts'
import { meteoraDamm } from './programs/meteora-damm.ts'
import { meteoraDlmm } from './programs/meteora-dlmm.ts'
import { orca } from './programs/orca.ts'
import { pumpswap } from './programs/pumpswap.ts'
import { raydiumClmm } from './programs/raydium-clmm.ts'
import { raydiumFarms } from './programs/raydium-farms.ts'
import { raydiumLocks } from './programs/raydium-locks.ts'
import { raydiumLp } from './programs/raydium-lp.ts'
import { save } from './programs/save.ts'

/** The programs that a scan reads. */
export const PROGRAM_READERS: readonly ProgramReader[] = [
  jupiterLend,
  jupiterPerps,
  kamino,
  kaminoVaults,
  marginfi,
  meteoraDamm,
  meteoraDlmm,
  orca,
  pumpswap,
  raydiumClmm,
  raydiumFarms,
  raydiumLocks,
  raydiumLp,
  save,
]
