export function childEnvironment(added?: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export function downloadVariables(): NodeJS.ProcessEnv
