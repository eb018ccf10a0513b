import { prepareCluster } from '../prepared-cluster.ts'

/** Resolves with the function that deletes the cluster, which Playwright calls at the end. */
export default prepareCluster
