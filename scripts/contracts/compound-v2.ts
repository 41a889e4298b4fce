import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { CompoundV2Entry } from '../../src/wallet/evm/drivers/compound-v2.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

interface Deployment {
  protocol: string
  comptroller: string
  native?: { market: string; wrapped: string }
  vai?: { controller: string; token: string }
  reward?: { lens: string; token: string }
  source: string
}

/** Compound v2 and its forks. A scan reads their markets from the comptroller. */
const DEPLOYMENTS: Partial<Record<number, Deployment[]>> = {
  1: [
    {
      protocol: 'compound-v2',
      comptroller: '0x3d9819210A31b4961b30EF54bE2aeD79B9c9Cd3B',
      native: {
        market: '0x4Ddc2D193948926D02f9B1fE9e1daa0718270ED5',
        wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      },
      reward: {
        lens: '0xdCbDb7306c6Ff46f77B349188dC18cEd9DF30299',
        token: '0xc00e94Cb662C3520282E6f5717214004A7f26888',
      },
      source:
        'DefiLlama/DefiLlama-Adapters@0066af4 registries/compound.js; CompoundLens and COMP: compound-finance/compound-protocol@a3214f6 networks/mainnet.json',
    },
  ],
  8453: [
    {
      protocol: 'moonwell-lending',
      comptroller: '0xfBb21d0380beE3312B33c4353c8936a0F13EF26C',
      source: 'DefiLlama/DefiLlama-Adapters, moonwell; the same in many public repositories',
    },
  ],
  10: [
    {
      protocol: 'moonwell-lending',
      comptroller: '0xCa889f40aae37FFf165BccF69aeF1E82b5C511B9',
      source: 'DefiLlama/DefiLlama-Adapters, moonwell; the same in many public repositories',
    },
  ],
  56: [
    {
      protocol: 'venus-core-pool',
      comptroller: '0xfD36E2c2a6789Db23113685031d7F16329158384',
      native: {
        market: '0xA07c5b74C9B40447a954e1466938b865b6BBea36',
        wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
      },
      vai: {
        controller: '0x004065D34C6b18cE4370ced1CeBDE94865DbFAFE',
        token: '0x4BD17003473389A42DAF6a0a729f6Fdb328BbBd7',
      },
      source: 'VenusProtocol/venus-protocol-documentation, deployed contracts of the core pool',
    },
  ],
  43114: [
    {
      protocol: 'benqi-lending',
      comptroller: '0x486Af39519B4Dc9a7fCcd318217352830E8AD9b4',
      native: {
        market: '0x5C0401e81Bc07Ca70fAD469b451682c0d747Ef1c',
        wrapped: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
      },
      source: 'DefiLlama/DefiLlama-Adapters@0046bfd projects/benqi/index.js',
    },
  ],
}

export function entries({ chainId }: ScanChain): CompoundV2Entry[] {
  return (DEPLOYMENTS[chainId] ?? []).map(
    ({ protocol, comptroller, native, vai, reward, source }) => ({
      id: protocol,
      protocol,
      product: 'lending',
      driver: 'compound-v2',
      comptroller: lower(comptroller),
      ...(native
        ? { native: { market: lower(native.market), token: knownToken(chainId, native.wrapped) } }
        : {}),
      ...(vai
        ? { vai: { controller: lower(vai.controller), token: knownToken(chainId, vai.token) } }
        : {}),
      ...(reward && {
        reward: { lens: lower(reward.lens), token: knownToken(chainId, reward.token) },
      }),
      source,
    }),
  )
}
