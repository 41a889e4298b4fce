import { env } from 'node:process'
import { AggregatorRegistry, Registry, register } from 'prom-client'
import { createMetrics, type HostMetrics, type MetricsOptions } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

/** Where metrics are served. */
interface Address {
  host: string
  port: number
}

export interface OpenMetrics extends HostMetrics {
  stop: () => void
}

/** Metrics of a process that serves alone, at an address. Throws `USAGE` when it cannot listen there. */
export async function openMetrics(
  address: Address,
  options: Omit<MetricsOptions, 'registry'>,
): Promise<OpenMetrics> {
  const registry = new Registry()
  const metrics = createMetrics({ ...options, registry })
  const { stop } = await serveMetrics(address, () => registry.metrics())
  return { ...metrics, stop }
}

/**
 * Metrics of one worker among several, which the first process asks for. Each series has the number of its worker: a sum over workers
 * would fall when one of them ends, which Prometheus takes for a reset of all.
 */
export function openWorkerMetrics(options: Omit<MetricsOptions, 'registry'>): OpenMetrics {
  // It listens for the question from now on.
  new AggregatorRegistry()
  // biome-ignore lint/style/noProcessEnv: the first process gives it, no operator.
  register.setDefaultLabels({ worker: env.WORKER_NUMBER ?? '' })
  return { ...createMetrics({ ...options, registry: register }), stop: () => undefined }
}

/** In the first process: the metrics of all workers, at an address. Throws `USAGE` when it cannot listen there. */
export async function serveWorkerMetrics(address: Address): Promise<() => void> {
  const workers = new AggregatorRegistry()
  const { stop } = await serveMetrics(address, () => workers.clusterMetrics())
  return stop
}
