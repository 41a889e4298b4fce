import { describeNetlify } from './netlify-host.ts'

describeNetlify('last')
