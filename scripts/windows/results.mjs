// The last lines of a run of tests on another system or another Node: how many ran, passed and were skipped, and why.

const notRun = ['pending', 'skipped', 'todo', 'disabled']

/** From the JSON report of vitest. */
export function readResults(report) {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ file: name, status, fullName })),
  )
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length
  return {
    files: report.testResults.length,
    ran: count('passed', 'failed'),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count(...notRun),
    skippedNames: tests
      .filter(({ status }) => notRun.includes(status))
      .map(({ file, fullName }) => `${file.replace(/^.*packages/, 'packages').replaceAll('\\', '/')}: ${fullName}`),
    broken: report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ).length,
  }
}

export function printResults(title, results, seconds, reasons = []) {
  if (results === undefined) return console.log(`${title}: the test runner wrote no report, after ${seconds} s`)
  const { files, ran, passed, failed, skipped, broken } = results
  const more = broken === 0 ? '' : `, ${broken} files could not be loaded`
  console.log(
    `${title}: ${files} files, ${ran} tests run, ${passed} passed, ${failed} failed, ${skipped} skipped${more}, ${seconds} s`,
  )
  for (const reason of reasons) console.log(`  ${reason}`)
}
