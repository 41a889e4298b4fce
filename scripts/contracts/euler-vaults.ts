import vaults from './euler-vaults.json' with { type: 'json' }

export const EULER_SOURCE =
  'euler-xyz/euler-interfaces@8007d05 addresses (connector), euler-xyz/euler-labels@8e6884c, 002eede6 products.json (vaults)'

/** The Ethereum Vault Connector of each chain. */
export const EULER_EVC: Record<number, string> = {
  1: '0x0C9a3dd6b8F28529d72d7f9cE918D493519EE383',
  130: '0x2A1176964F5D7caE5406B627Bf6166664FE83c60',
  143: '0x7a9324E8f270413fa2E458f5831226d99C7477CD',
  146: '0x4860C903f6Ad709c3eDA46D3D502943f184D4315',
  42161: '0x6302ef0F34100CDDFb5489fbcB6eE1AA95CD1066',
  43114: '0xddcbe30A761Edd2e19bba930A977475265F36Fa1',
  56: '0xb2E5a73CeE08593d1a076a2AE7A6e02925a640ea',
  59144: '0xd8CeCEe9A04eA3d941a959F68fb4486f23271d09',
  80094: '0x45334608ECE7B2775136bC847EB92B5D332806A9',
  8453: '0x5301c7dD20bD945D2013b48ed0DEE3A284ca8989',
  9745: '0x7bdbd0A7114aA42CA957F292145F6a931a345583',
  999: '0xceAA7cdCD7dDBee8601127a9Abb17A974d613db4',
}

/** Every vault that Euler's labels name, current or deprecated: asked for deposits that are not used as collateral. */
export const EULER_VAULTS: Record<string, string[]> = vaults
