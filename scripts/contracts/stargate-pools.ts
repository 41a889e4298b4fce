/** Stargate's contracts on one chain. */
export interface StargateChain {
  /** The wrapped coin of the chain, where a pool holds the coin. */
  native?: string
  v1?: {
    factory: string
    /** How many pools the factory made. */
    pools: number
    /** The farms, and how many kinds of share each may hold. */
    farms: [contract: string, places: number][]
    /** The token that stands for the coin. */
    vault?: string
  }
  v2?: { pools: string[]; staking?: string }
}

export const STARGATE: Partial<Record<number, StargateChain>> = {
  1: {
    native: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    v1: {
      factory: '0x06D538690AF257Da524f25D0CD52fD85b1c2173E',
      pools: 13,
      farms: [
        ['0xB0D502E938ed5f4df2E681fE6E419ff29631d62b', 7],
        ['0x1c3000b8f475A958b87c73a5cc5780Ab763122FC', 3],
      ],
      vault: '0x72E2F4830b9E45d52F80aC08CB2bEC0FeF72eD9c',
    },
    v2: {
      pools: [
        '0xcDafB1b2dB43f366E48e6F614b8DCCBFeeFEEcD3',
        '0x77b2043768d28E9C9aB44E1aBfC95944bcE57931',
        '0xc026395860Db2d07ee33e05fE50ed7bD583189C7',
        '0x933597a323Eb81cAe705C5bC29985172fd5A3973',
        '0x268Ca24DAefF1FaC2ed883c598200CcbB79E931D',
      ],
      staking: '0xFF551fEDdbeDC0AeE764139cCD9Cb644Bb04A6BD',
    },
  },
  10: {
    native: '0x4200000000000000000000000000000000000006',
    v1: {
      factory: '0xE3B53AF74a4BF62Ae5511055290838050bf764Df',
      pools: 8,
      farms: [
        ['0x4a364f8c717cAAD9A442737Eb7b8A55cc6cf18D8', 6],
        ['0x4DeA9e918c6289a52cd469cAC652727B7b412Cd2', 6],
      ],
      vault: '0xb69c8CBCD90A39D8D3d3ccf0a3E968511C3856A0',
    },
    v2: {
      pools: [
        '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3',
        '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0',
        '0x19cFCE47eD54a88614648DC3f19A5980097007dD',
      ],
      staking: '0xFBb5A71025BEf1A8166C9BCb904a120AA17d6443',
    },
  },
  56: {
    v1: {
      factory: '0xe7Ec689f432f29383f217e36e680B5C855051f25',
      pools: 6,
      farms: [
        ['0x3052A0F6ab15b4AE1df39962d5DdEFacA86DaB47', 4],
        ['0x447f2078a1b6b2C1190B7b7aF98ef4B139d41F70', 3],
      ],
    },
    v2: {
      pools: [
        '0x962Bd449E630b0d928f308Ce63f1A21F02576057',
        '0x138EB30f73BC423c6455C53df6D89CB01d9eBc63',
      ],
      staking: '0x26727C78B0209d9E787b2f9ac8f0238B122a3098',
    },
  },
  100: {
    v2: {
      pools: [
        '0xe9aBA835f813ca05E50A6C0ce65D0D74390F7dE7',
        '0xB1EeAD6959cb5bB9B20417d6689922523B2B86C3',
      ],
    },
  },
  130: {
    native: '0x4200000000000000000000000000000000000006',
    v2: {
      pools: ['0xe9aBA835f813ca05E50A6C0ce65D0D74390F7dE7'],
    },
  },
  137: {
    v1: {
      factory: '0x808d7c71ad2ba3FA531b068a2417C63106BC0949',
      pools: 4,
      farms: [['0x8731d54E9D02c286767d56ac03e8037C07e01e98', 4]],
    },
    v2: {
      pools: [
        '0x9Aa02D4Fae7F58b8E8f34c66E756cC734DAc7fe4',
        '0xd47b03ee6d86Cf251ee7860FB2ACf9f91B9fD4d7',
      ],
      staking: '0x4694900bDbA99Edf07A2E46C4093f88F9106a90D',
    },
  },
  146: {
    v2: {
      pools: ['0xA272fFe20cFfe769CdFc4b63088DCD2C82a2D8F9'],
      staking: '0xbbA60da06c2c5424f03f7434542280FCAd453d10',
    },
  },
  1088: {
    v1: {
      factory: '0xAF54BE5B6eEc24d6BFACf1cce4eaF680A8239398',
      pools: 2,
      farms: [['0x45A01E4e04F14f7A4a6702c74187c5F6222033cd', 2]],
    },
    v2: {
      pools: [
        '0x36ed193dc7160D3858EC250e69D12B03Ca087D08',
        '0xD9050e7043102a0391F81462a3916326F86331F0',
        '0x4dCBFC0249e8d5032F89D6461218a9D2eFff5125',
      ],
      staking: '0xF1fCb4CBd57B67d683972A59B6a7b1e2E8Bf27E6',
    },
  },
  1868: {
    native: '0x4200000000000000000000000000000000000006',
    v2: {
      pools: [
        '0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590',
        '0x45f1A95A4D3f3836523F5c83673c797f4d4d263B',
      ],
      staking: '0x808d7c71ad2ba3FA531b068a2417C63106BC0949',
    },
  },
  5000: {
    v1: {
      factory: '0xAF54BE5B6eEc24d6BFACf1cce4eaF680A8239398',
      pools: 3,
      farms: [['0x352d8275AAE3e0c2404d9f68f6cEE084B5bEB3DD', 3]],
    },
    v2: {
      pools: [
        '0x4c1d3Fc3fC3c177c3b633427c2F769276c547463',
        '0xAc290Ad4e0c891FDc295ca4F0a6214cf6dC6acDC',
        '0xB715B85682B731dB9D5063187C450095c91C57FC',
        '0xF7628d84a2BbD9bb9c8E686AC95BB5d55169F3F1',
      ],
      staking: '0x02DC1042E623A8677B002981164ccc05d25d486a',
    },
  },
  8453: {
    native: '0x4200000000000000000000000000000000000006',
    v1: {
      factory: '0xAf5191B0De278C7286d6C7CC6ab6BB8A73bA2Cd6',
      pools: 2,
      farms: [['0x06Eb48763f117c7Be887296CDcdfad2E4092739C', 2]],
      vault: '0x224D8Fd7aB6AD4c6eb4611Ce56EF35Dec2277F03',
    },
    v2: {
      pools: [
        '0xdc181Bd607330aeeBEF6ea62e03e5e1Fb4B6F7C7',
        '0x27a16dc786820B16E5c9028b75B99F6f604b5d26',
      ],
      staking: '0xDFc47DCeF7e8f9Ab19a1b8Af3eeCF000C7ea0B80',
    },
  },
  42161: {
    native: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    v1: {
      factory: '0x55bDb4164D28FBaF0898e0eF14a589ac09Ac9970',
      pools: 6,
      farms: [
        ['0xeA8DfEE1898a7e0a59f7527F076106d7e44c2176', 6],
        ['0x9774558534036Ff2E236331546691b4eB70594b1', 4],
      ],
      vault: '0x82CbeCF39bEe528B5476FE6d1550af59a9dB6Fc0',
    },
    v2: {
      pools: [
        '0xA45B5130f36CDcA45667738e2a258AB09f4A5f7F',
        '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3',
        '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0',
      ],
      staking: '0x3da4f8E456AC648c489c286B99Ca37B666be7C4C',
    },
  },
  43114: {
    v1: {
      factory: '0x808d7c71ad2ba3FA531b068a2417C63106BC0949',
      pools: 5,
      farms: [['0x8731d54E9D02c286767d56ac03e8037C07e01e98', 5]],
    },
    v2: {
      pools: [
        '0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47',
        '0x12dC9256Acc9895B076f6638D628382881e62CeE',
      ],
      staking: '0x8db623d439C8c4DFA1Ca94E4CD3eB8B3Aaff8331',
    },
  },
  59144: {
    native: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
    v1: {
      factory: '0xAF54BE5B6eEc24d6BFACf1cce4eaF680A8239398',
      pools: 1,
      farms: [['0x4a364f8c717cAAD9A442737Eb7b8A55cc6cf18D8', 1]],
      vault: '0x224D8Fd7aB6AD4c6eb4611Ce56EF35Dec2277F03',
    },
    v2: {
      pools: ['0x81F6138153d473E8c5EcebD3DC8Cd4903506B075'],
      staking: '0x25BBf59ef9246Dc65bFac8385D55C5e524A7B9eA',
    },
  },
  534352: {
    native: '0x5300000000000000000000000000000000000004',
    v2: {
      pools: [
        '0xC2b638Cb5042c1B3c5d5C969361fB50569840583',
        '0x3Fc69CC4A842838bCDC9499178740226062b14E4',
      ],
      staking: '0xd240a859Efc77b7455AD1B1402357784a2D72a1B',
    },
  },
}
