// Seconds of one call of the function `echo`, the median over many: the same call that call.c makes.
const { load } = await import(process.argv[2]);

const CALLS = 5000;
const echo = load('fake');
for (let index = 0; index < 500; index += 1) await echo.call({ value: 1 });
const seconds = [];
for (let index = 0; index < CALLS; index += 1) {
  const started = performance.now();
  await echo.call({ value: 1 });
  seconds.push((performance.now() - started) / 1e3);
}
console.log(seconds.sort((left, right) => left - right)[CALLS / 2].toFixed(9));
