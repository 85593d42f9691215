const fs = require('fs');

const MESSAGES = {
  de: 'Höchstens ein Helfer gleichzeitig 👩‍💻 – bitte nacheinander.',
  he: 'עוזר אחד בכל פעם',
  en: 'One helper at a time 👩‍💻, please.',
};

const { is_parallel_worker: parallel, task } = JSON.parse(fs.readFileSync('/dev/stdin', 'utf8'));
const language = (process.env.LANG || 'en').slice(0, 2);

const reply = parallel
  ? { permission: 'deny', user_message: `${MESSAGES[language] || MESSAGES.en} (${task})` }
  : { permission: 'allow' };

console.log(JSON.stringify(reply));
