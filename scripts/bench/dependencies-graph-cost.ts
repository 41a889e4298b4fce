import { lookThrough } from '../../src/dependencies/look-through.ts'
import { stress } from '../../src/dependencies/stress.ts'
import { someGraph } from './dependencies-graph.ts'

// Builds the graph, follows every claim and asks once what a failure costs, in a process of its own. Prints the milliseconds of the three.
const started = performance.now()
const graph = someGraph()
const built = performance.now()
lookThrough(graph)
const followed = performance.now()
stress(graph, new Map([['circle', 0.13]]))
console.log(JSON.stringify([built - started, followed - built, performance.now() - followed]))
