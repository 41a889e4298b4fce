import { describeNetlify } from './netlify-host.ts'

describeNetlify('all')
