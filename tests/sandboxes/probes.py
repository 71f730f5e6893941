"""What a script tries in order to leave or bend its container; every one must be refused."""

PROBES = {
    "write to the system": "open('/etc/x', 'w')",
    "write to /role": "open('/role/x', 'w')",
    "remove Python": "import os, sys; os.unlink(os.path.realpath(sys.executable))",
    "become root": "import os; os.setuid(0)",
    "mount": "check(libc.mount(b'none', b'/tmp', b'tmpfs', 0, None))",
    "remount inputs": "check(libc.mount(b'none', b'/role/inputs', None, 0x1020, None))",
    "unmount inputs": "check(libc.umount(b'/role/inputs'))",
    "make a device": "import os; os.mknod('/tmp/d', 0o020666, os.makedev(1, 3))",
    "user namespace": "check(libc.unshare(0x10000000))",
    "mount namespace": "check(libc.unshare(0x00020000))",
    "set a kernel knob": "open('/proc/sys/kernel/hostname', 'w').write('x')",
    "read the first process": "open('/proc/1/environ').read()",
    "trace the first process": "check(libc.ptrace(16, 1, 0, 0))",
    "kill the first process": "import os; os.kill(1, 9)",
    "kill the keeper": "kill_keeper()",
    "the engine's socket": (
        "import socket; socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock')"
    ),
    "raw socket": "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
    "kernel memory": "open('/dev/mem', 'rb').read(1)",
    "kernel log": "check(libc.klogctl(3, None, 0))",
    "run from /tmp": (
        "import shutil, subprocess; shutil.copy('/bin/true', '/tmp/t'); subprocess.run(['/tmp/t'])"
    ),
}

PROBE = """
import ctypes, glob, os, sys
libc = ctypes.CDLL(None, use_errno=True)

def check(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")

def kill_keeper():
    for path in glob.glob("/proc/[0-9]*"):
        if os.stat(path).st_uid == 65533 and path != "/proc/1":
            os.kill(int(path.rpartition("/")[2]), 9)

for name, source in PROBES.items():
    try:
        exec(source)
    except OSError:
        continue
    print("NOT REFUSED:", name)
print("done")
"""
