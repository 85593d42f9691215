/** Programs whose options contain messages or test names, which may look like commands or paths but are neither. */
import type { Grammar } from './grammar.ts'

const runs = (pattern: string, more: Grammar = {}): Grammar => ({
  ...more,
  values: {
    pattern,
    name: '-c|--config --rootdir --setup --setupFiles --env-file',
    write: '--outputFile --junitxml --junit-xml --output-file --coverage-output',
    ...more.values,
  },
  operands: 'unknown*',
})

export const namingPrograms: Readonly<Record<string, Grammar>> = {
  'jest|vitest|jasmine': runs('-t|--testNamePattern'),
  'mocha|_mocha|karma|tap|playwright|cypress|wdio|testcafe|nightwatch': runs('-g|--grep -f|--fgrep'),
  'ava|tape|uvu': runs('-m|--match'),
  'pytest|py.test|nose2|nosetests': runs('-k -m'),
  behave: runs('-n|--name -t|--tags'),
  cucumber: runs('-n|--name -t|--tags'),
  'rspec|minitest': runs('-e|--example -E|--example-matches -t|--tag'),
  'phpunit|pest|codecept|paratest': runs('--filter --group'),
  bats: runs('-f|--filter'),
  ctest: runs('-R|--tests-regex -E|--exclude-regex -L|--label-regex'),
  'gotestsum|ginkgo': runs('--focus --skip -run'),
  gh: {
    values: {
      data: `-t|--title -b|--body -n|--notes -m|--message -q|--jq --template -R|--repo -l|--label -a|--assignee -r|--reviewer
        -B|--base -H|--head --milestone -d|--description --search -S -X|--method --subject -L|--limit --json`,
      read: '-F|--body-file --notes-file --input',
    },
    operands: 'unknown*',
  },
  'glab|hub|tea|jira|linear|acli|bb': {
    values: {
      data: '-t|--title -d|--description -m|--message -s|--summary -b|--body -l|--label -R|--repo --target-branch --source-branch',
      read: '-F|--file --body-file',
    },
    operands: 'unknown*',
  },
  'svn|hg|jj|sl|bzr|fossil|cvs|p4': {
    values: { data: '-m|--message -r|--revision -u|--user -d|--date', read: '-F|--file -l|--logfile' },
    operands: 'unknown*',
  },
}
