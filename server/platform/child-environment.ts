/** Where programs, folders and languages are found. Nothing here is one of our settings. */
const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']

/**
 * Returns the environment for a program that we start: `passedOn`, plus what `added` names. The keys and passwords of our own environment
 * never reach it.
 */
export function childEnvironment(added: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const kept = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), ...added }
}
