/** Groups in which the usage report counts requests. */
export const ENDPOINT_GROUPS = ['protocols', 'wallet', 'screener', 'other'] as const

export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number]
