// Plain JavaScript, because `npm start` imports it under Node versions that may not support TypeScript.

/** Variables that locate programs, folders and languages. None of them is one of our settings. */
const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE']
/** Without these, programs don't start on Windows. */
const passedOnWindows = ['SystemRoot', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP']

/**
 * Returns the environment for a program that we start: the variables in `passedOn`, and those in `added`. The keys and
 * passwords in this process's environment never reach the program.
 * @param {NodeJS.ProcessEnv} added
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(added = {}) {
  const names = process.platform === 'win32' ? [...passedOn, ...passedOnWindows] : passedOn
  return { ...variables(names), ...added }
}

/**
 * Returns the variables that a download needs behind a proxy, or with a private certificate authority.
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
