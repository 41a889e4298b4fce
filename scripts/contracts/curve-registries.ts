/** Where Curve lists its pools on a chain. */
interface CurveChain {
  chainId: number
  /** Pools that are their own token; with the name of the factory. */
  factories: [name: string, factory: string][]
  /** Pools with a token apart. */
  cryptoFactory?: string
  /** On Ethereum a factory knows its gauges itself; elsewhere two factories of gauges do. */
  gauges?: [contract: string, older?: string]
}

export const CURVE_REGISTRY_SOURCE =
  'curvefi/curve-js@8cb9f82 src/constants/network_constants.ts; DefiLlama/DefiLlama-Adapters@1eb4e81 projects/curve/contracts.json'

const TWOCRYPTO = '0x98EE851a00abeE0d95D08cF4CA2BdCE32aeaAF7F'
const OLDER_GAUGES = '0xabC000d88f23Bb45525E447528DBF656A9D55bf5'

export const CURVE_CHAINS: CurveChain[] = [
  {
    chainId: 1,
    factories: [
      ['stable', '0xb9fc157394af804a3578134a6585c0dc9cc990d4'],
      ['crvusd', '0x4F8846Ae9380B90d2E71D5e3D042dff3E7ebb40d'],
      ['stable-ng', '0x6A8cbed756804B16E05E741eDaBd5cB544AE21bf'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0x0c0e5f2fF0ff18a3be9b835635039256dC4B4963'],
    ],
    cryptoFactory: '0xF18056Bbd320E96A48e3Fbf8bC061322531aac99',
  },
  {
    chainId: 137,
    factories: [
      ['stable', '0x722272d36ef0da72ff51c5a65db7b870e2e8d4ee'],
      ['stable-ng', '0x1764ee18e8B3ccA4787249Ceb249356192594585'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0xC1b393EfEF38140662b91441C6710Aa704973228'],
    ],
    cryptoFactory: '0xE5De15A9C9bBedb4F5EC13B131E61245f2983A69',
    gauges: ['0x55a1C26CE60490A15Bdd6bD73De4F6346525e01e', OLDER_GAUGES],
  },
  {
    chainId: 42161,
    factories: [
      ['stable', '0xb17b674D9c5CB2e441F8e196a2f048A81355d031'],
      ['stable-ng', '0x9AF14D26075f142eb3F292D5065EB3faa646167b'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0xbC0797015fcFc47d9C1856639CaE50D0e69FbEE8'],
    ],
    gauges: ['0x988d1037e9608B21050A8EFba0c6C45e01A3Bce7', OLDER_GAUGES],
  },
  {
    chainId: 10,
    factories: [
      ['stable', '0x2db0E83599a91b508Ac268a6197b8B14F5e72840'],
      ['stable-ng', '0x5eeE3091f747E60a045a2E715a4c71e600e31F6E'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0xc6C09471Ee39C7E30a067952FcC89c8922f9Ab53'],
    ],
    gauges: ['0x871fBD4E01012e2E8457346059e8C189d664DbA4', OLDER_GAUGES],
  },
  {
    chainId: 100,
    factories: [
      ['stable', '0xD19Baeadc667Cf2015e395f2B08668Ef120f41F5'],
      ['stable-ng', '0xbC0797015fcFc47d9C1856639CaE50D0e69FbEE8'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0xb47988aD49DCE8D909c6f9Cf7B26caF04e1445c8'],
    ],
    gauges: ['0x06471ED238306a427241B3eA81352244E77B004F', OLDER_GAUGES],
  },
  {
    chainId: 8453,
    factories: [
      ['stable', '0x3093f9B57A428F3EB6285a589cb35bEA6e78c336'],
      ['stable-ng', '0xd2002373543Ce3527023C75e7518C274A51ce712'],
      ['twocrypto-ng', '0xc9Fe0C63Af9A39402e8a5514f9c43Af0322b665F'],
      ['tricrypto-ng', '0xA5961898870943c68037F6848d2D866Ed2016bcB'],
    ],
    cryptoFactory: '0x5EF72230578b3e399E6C6F4F6360edF95e83BBfd',
    gauges: ['0xe35A879E5EfB4F1Bb7F70dCF3250f2e19f096bd8'],
  },
  {
    chainId: 56,
    factories: [
      ['stable', '0xEfDE221f306152971D8e9f181bFe998447975810'],
      ['stable-ng', '0xd7E72f3615aa65b92A4DBdC211E296a35512988B'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0x38f8D93406fA2d9924DcFcB67dB5B0521Fb20F7D'],
    ],
    cryptoFactory: '0xBd5fBd2FA58cB15228a9Abdac9ec994f79E3483C',
    gauges: [
      '0xe35A879E5EfB4F1Bb7F70dCF3250f2e19f096bd8',
      '0xDb205f215f568ADf21b9573b62566f6d9a40bed6',
    ],
  },
  {
    chainId: 999,
    factories: [
      ['stable-ng', '0x604388Bb1159AFd21eB5191cE22b4DeCdEE2Ae22'],
      ['twocrypto-ng', '0xc9Fe0C63Af9A39402e8a5514f9c43Af0322b665F'],
      ['tricrypto-ng', '0x5702BDB1Ec244704E3cBBaAE11a0275aE5b07499'],
    ],
    gauges: ['0x8b3EFBEfa6eD222077455d6f0DCdA3bF4f3F57A6'],
  },
  {
    chainId: 43114,
    factories: [
      ['stable-ng', '0x1764ee18e8B3ccA4787249Ceb249356192594585'],
      ['twocrypto-ng', TWOCRYPTO],
      ['tricrypto-ng', '0x3d6cB2F6DcF47CDd9C13E4e3beAe9af041d8796a'],
    ],
  },
]
