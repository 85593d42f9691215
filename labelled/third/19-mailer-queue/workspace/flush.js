console.log('queue flushed in', process.env.MAIL_ENV ?? 'dev')
