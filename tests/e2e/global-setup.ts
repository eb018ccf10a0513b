import { prepareCluster } from '../prepared-cluster.ts'

/** Playwright deletes the cluster with the function that this resolves with. */
export default prepareCluster
