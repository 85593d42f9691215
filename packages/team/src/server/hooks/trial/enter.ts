/**
 * What makes the box, from within: root of its own user namespace that is nobody outside. $1 is an empty directory, $2 the
 * script.
 *
 * - What is mounted is read-only; the namespace may not have another inside, where a script would have privileges again.
 * - The shell that made the box stays its first process: a script cannot end or trace it, and when it ends all end.
 * - A process has limits of its own, together they have none but their number: so the system, where memory ends, ends these
 *   first and not the server. The number counts in this namespace alone (Linux 5.14; before, all of that user).
 */
export const enter = `set -eu
PATH=$PATH:/usr/sbin:/sbin
root=$1
mount -t tmpfs -o size=64m,mode=755,nosuid,nodev none "$root"
for name in bin sbin lib lib32 lib64 libx32 usr; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$root/$name"
  elif [ -d "/$name" ]; then
    mkdir "$root/$name"
    mount --bind "/$name" "$root/$name"
    mount -o remount,bind,ro,nosuid "$root/$name"
  fi
done
mkdir "$root/proc" "$root/dev" "$root/etc" "$root/old"
mkdir -m 1777 "$root/tmp" "$root/work"
for name in null zero urandom; do
  : > "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
  mount -o remount,bind,ro,nosuid,noexec "$root/dev/$name"
done
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
echo 0 > "$root/proc/sys/user/max_user_namespaces"
echo 1000 > "$root/proc/self/oom_score_adj"
mount -o remount,bind,ro,nosuid,nodev,noexec "$root/proc"
cp "$2" "$root/work/script"
chmod 755 "$root/work/script"
cd "$root"
pivot_root . old
umount -l old
rmdir old
cd /work
prlimit --core=0 --nproc=64 --data=536870912 --as=1073741824 --fsize=67108864 --cpu=20 --nofile=256 --memlock=0 \\
  setpriv --no-new-privs --inh-caps=-all --bounding-set=-all ./script || exit $?
`
