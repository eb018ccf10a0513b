// Plain JavaScript: `npm start` also imports it, on a Node that may not read TypeScript.

/** Where programs, folders and languages are found. Nothing here is one of our settings. */
const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE']
/** Without these, programs don't start on Windows. */
const passedOnWindows = ['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP']

/**
 * Returns the environment for a program that we start: `passedOn`, plus what `added` names. The keys and passwords of
 * our own environment never reach it.
 * @param {NodeJS.ProcessEnv} added
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(added = {}) {
  const names = process.platform === 'win32' ? [...passedOn, ...passedOnWindows] : passedOn
  return { ...variables(names), ...added }
}

/**
 * Returns the variables that a download needs behind a proxy, or with a certificate authority of one's own.
 * @returns {NodeJS.ProcessEnv}
 */
export function downloadVariables() {
  const names = [
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
  ]
  return variables(names)
}

/** @param {string[]} names */
function variables(names) {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
